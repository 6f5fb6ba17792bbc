import { supabase } from '@taller/shared/runtime';
import type { KeptKey } from '#src/config/limits.ts';
import { unwrap } from '#src/data-access/data-error.ts';

/**
 * Counts the rows that the next cleaning would delete if section 'data' were saved with this value, for each period
 * that becomes shorter. Excludes mails, which are not in the database. Admins only (CFG-44).
 */
export async function previewRetention(
  value: Readonly<Record<string, unknown>>,
): Promise<Partial<Readonly<Record<KeptKey, number>>>> {
  const client = await supabase();
  return unwrap(await client.rpc('preview_retention', { p_value: value as never })) as Partial<
    Record<KeptKey, number>
  >;
}
