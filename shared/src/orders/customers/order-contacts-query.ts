import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '../keys.ts';

/** The maximum number of contacts of a card. */
const LIMIT = 50;

async function fetchOrderContacts(rut: string, signal: AbortSignal) {
  const client = await supabase();
  return unwrap(
    await client
      .from('customer_contacts')
      .select('id, name, role, phone')
      .eq('rut', rut)
      .is('removed_at', null)
      .order('created_at')
      .limit(LIMIT)
      .abortSignal(signal),
  );
}

/** The contacts that an order of that RUT can be for. Staff only. */
export const orderContactsQuery = (rut: string) =>
  queryOptions({
    queryKey: orderKeys.contacts(rut),
    queryFn: ({ signal }) => fetchOrderContacts(rut, signal),
    staleTime: 0,
  });
