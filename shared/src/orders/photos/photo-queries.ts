import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { toDataError, unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '#src/orders/keys.ts';

/** When a photo was taken, in the order of a repair. */
export const MOMENTS = ['reception', 'repair', 'delivery'] as const;
export type Moment = (typeof MOMENTS)[number];

/** The bucket with the files of photos. */
export const PHOTO_BUCKET = 'order-photos';

/** A file's name: of a photo, or of the small one for lists. */
export const photoFile = (photo: { id: string; order_id: string }, isSmall = false): string =>
  `${photo.order_id}/${photo.id}${isSmall ? '.small' : ''}`;

async function fetchPhotos(orderId: string) {
  const database = await supabase();
  return unwrap(
    await database
      .from('order_photos')
      .select('id, order_id, moment, created_at, checked_at, width, height')
      .eq('order_id', orderId)
      .order('created_at')
      .order('id'),
  );
}
export type OrderPhoto = Awaited<ReturnType<typeof fetchPhotos>>[number];

/** The photos of an order, also those whose files have not come. */
export const orderPhotosQuery = (orderId: string) =>
  queryOptions({ queryKey: orderKeys.photos(orderId), queryFn: () => fetchPhotos(orderId) });

/** A file as an address that shows it, which needs no clearing up. */
export const addressOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('A photo was not read')));
    reader.readAsDataURL(file);
  });

async function fetchFile(name: string): Promise<string> {
  const database = await supabase();
  const { data, error } = await database.storage.from(PHOTO_BUCKET).download(name);
  if (error) throw toDataError(error, (error as { status?: number }).status ?? 0);
  return addressOf(data);
}

/** The address of a photo's file, which never changes. */
export const photoFileQuery = (photo: OrderPhoto, isSmall = false) =>
  queryOptions({
    queryKey: [...orderKeys.photos(photo.order_id), photoFile(photo, isSmall)] as const,
    queryFn: () => fetchFile(photoFile(photo, isSmall)),
    staleTime: Infinity,
  });

/** The address of a small photo that waits on this device. */
export const waitingFileQuery = ({ id, small }: { id: string; small: Blob }) =>
  queryOptions({
    queryKey: orderKeys.waitingPhoto(id),
    queryFn: () => addressOf(small),
    staleTime: Infinity,
  });
