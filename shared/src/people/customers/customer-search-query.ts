import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { customerKeys } from '#src/people/keys.ts';

/** Maximum number of results: if there are more, the search should be narrowed. */
export const CUSTOMER_SEARCH_LIMIT = 20;

/** A customer's account as shown on the desk. */
export interface CustomerAccount {
  id: string;
  full_name: string;
  email: string;
  /** Null if no valid RUT was entered at registration. */
  rut: string | null;
  phone: string | null;
  /** When the RUT was verified; null: the account sees no orders. */
  rut_verified_at: string | null;
}

/** Customer accounts matching name (ignoring accents), RUT, e-mail or phone, sorted by name. Staff only. */
async function searchCustomers(text: string, signal: AbortSignal): Promise<CustomerAccount[]> {
  const client = await supabase();
  return unwrap(
    await client
      .rpc('search_profiles', { p_search: text, p_staff: false, p_limit: CUSTOMER_SEARCH_LIMIT })
      .abortSignal(signal),
  );
}

export const customerSearchQuery = (text: string) =>
  queryOptions({
    queryKey: customerKeys.search(text),
    queryFn: ({ signal }) => searchCustomers(text, signal),
    placeholderData: keepPreviousData,
  });
