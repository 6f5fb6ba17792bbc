import { useMutation } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';

/** Exports all data of the signed-in customer, in a readable and machine-readable format (PRIV-02). */
async function exportOwnData(): Promise<string> {
  const client = await supabase();
  return JSON.stringify(unwrap(await client.rpc('export_own_data')), null, 2);
}

export const useExportOwnDataMutation = () => useMutation({ mutationFn: exportOwnData });
