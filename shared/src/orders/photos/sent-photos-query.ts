import { queryOptions } from '@taller/shared/query';
import { siteConfig, supabase } from '@taller/shared/runtime';
import { DataError, toDataError } from '#src/data-access/data-error.ts';
import { functionFailure } from '#src/data-access/function-failure.ts';
import { orderKeys } from '#src/orders/keys.ts';
import { addressOf, type Moment } from './photo-queries.ts';

/** A photo of a message's link. */
export interface SentPhoto {
  readonly id: string;
  readonly moment: Moment;
  readonly width: number;
  readonly height: number;
  /** Signed, without the host of Storage: it works for some minutes. */
  readonly address: string;
}

/** The state of a message's link to photos, with the photos while it is open (REC-57). */
export type SentPhotos =
  | {
      readonly state: 'open';
      readonly order_number: number;
      readonly expires_at: string;
      readonly photos: readonly SentPhoto[];
    }
  | { readonly state: 'expired' | 'gone' | 'unknown' };

/** Shorter than the files' addresses work. */
const FRESH_MS = 8 * 60_000;

async function fetchSentPhotos(token: string, signal: AbortSignal): Promise<SentPhotos> {
  const database = await supabase();
  const { data, error } = await database.functions.invoke<SentPhotos>('shared-photos', {
    body: { token },
    signal,
  });
  if (error) throw functionFailure(error as Error);
  if (!data) throw new DataError('server', 'shared-photos answered nothing');
  return data;
}

/** The photos of a message's link. */
export const sentPhotosQuery = (token: string) =>
  queryOptions({
    queryKey: orderKeys.sentPhotos(token),
    queryFn: ({ signal }) => fetchSentPhotos(token, signal),
    staleTime: FRESH_MS,
  });

async function fetchSentPhoto({ address }: SentPhoto, signal: AbortSignal): Promise<string> {
  const { supabaseUrl } = await siteConfig();
  const answer = await fetch(supabaseUrl + address, { signal }).catch(() => null);
  if (!answer?.ok) throw toDataError({ message: 'A photo was not read' }, answer?.status ?? 0);
  return addressOf(await answer.blob());
}

/** A photo's picture, as an address that shows it. */
export const sentPhotoQuery = (token: string, photo: SentPhoto) =>
  queryOptions({
    queryKey: [...orderKeys.sentPhotos(token), photo.address] as const,
    queryFn: ({ signal }) => fetchSentPhoto(photo, signal),
    staleTime: Infinity,
  });
