import { supabase } from '@taller/shared/runtime';
import type { KeptKey } from '#src/config/limits.ts';
import { unwrap } from '#src/data-access/data-error.ts';

/**
 * What the next cleaning would take away if section 'data' were saved with this value: rows of each period that becomes
 * shorter, without mails, which the database does not have. Admins only (CFG-44).
 */
export async function previewRetention(
  value: Readonly<Record<string, unknown>>,
): Promise<Partial<Readonly<Record<KeptKey, number>>>> {
  const client = await supabase();
  return unwrap(await client.rpc('preview_retention', { p_value: value as never })) as Partial<
    Record<KeptKey, number>
  >;
}
