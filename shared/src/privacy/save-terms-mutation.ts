import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { privacyKeys } from './keys.ts';
import type { TermKey } from './privacy-terms.ts';

async function saveTerms(terms: Readonly<Record<TermKey, number>>) {
  const client = await supabase();
  const rows = Object.entries(terms).map(([key, value]) => ({ key, value: String(value) }));
  unwrap(await client.from('shop_settings').upsert(rows));
}

/** Admins only; the server rejects values below the minimum. */
export function useSaveTermsMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: saveTerms,
    onSuccess: () => client.invalidateQueries({ queryKey: privacyKeys.all }),
  });
}
