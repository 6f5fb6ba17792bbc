import type { SentPhotos } from '@taller/shared/orders/photos/sent-photos-query.ts';
import type { Shop } from './shop.ts';

type Open = Extract<SentPhotos, { state: 'open' }>;

/** What anybody gets by the last part of a link to photos. */
export async function openShared(shop: Shop, token: string) {
  const answer = await fetch(`${shop.url}/functions/v1/shared-photos`, {
    method: 'POST',
    body: JSON.stringify({ token }),
  });
  const body = (await answer.json()) as { state: SentPhotos['state'] } & Partial<Omit<Open, 'state'>>;
  return { status: answer.status, body };
}
