import type { SentPhotos } from '@taller/shared/orders/photos/sent-photos-query.ts';
import type { Shop } from './shop.ts';

type Open = Extract<SentPhotos, { state: 'open' }>;

/** Opens a link to photos as anybody can, by its last part. */
export async function openShared(shop: Shop, token: string) {
  const answer = await fetch(`${shop.url}/functions/v1/shared-photos`, {
    method: 'POST',
    body: JSON.stringify({ token }),
  });
  const body = (await answer.json()) as { state: SentPhotos['state'] } & Partial<Omit<Open, 'state'>>;
  return { status: answer.status, body };
}
