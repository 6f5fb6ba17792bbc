import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { settingKeys } from './keys.ts';

/** One image of the shop, in base64; null if it is not there (any more). */
export interface ShopImage {
  readonly type: string;
  readonly content: string;
}

/** An image by its hash, wherever the site's own file of it is not there yet, or not any more. */
export async function fetchShopImage(hash: string, signal?: AbortSignal): Promise<ShopImage | null> {
  const client = await supabase();
  const asked = client.rpc('shop_image', { p_hash: hash });
  const rows = unwrap(await (signal ? asked.abortSignal(signal) : asked));
  return rows[0] ?? null;
}

/** The image as a data URL. */
export const imageAddress = ({ type, content }: ShopImage): string => `data:${type};base64,${content}`;

/** An image of the settings (CFG-52); its content never changes. */
export const shopImageQuery = (hash: string) =>
  queryOptions({
    queryKey: settingKeys.image(hash),
    queryFn: ({ signal }) => fetchShopImage(hash, signal),
    staleTime: Infinity,
  });
