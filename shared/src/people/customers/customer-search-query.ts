import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { customerKeys } from './keys.ts';

/** Accounts that a search shows at most: more means that the search should say more. */
export const CUSTOMER_SEARCH_LIMIT = 20;

/** A customer's account as the desk sees it. */
export interface CustomerAccount {
  id: string;
  full_name: string;
  email: string;
  /** Null when what was typed at registration was no RUT. */
  rut: string | null;
  phone: string | null;
  /** When the RUT was proven; null: the account sees no orders. */
  rut_verified_at: string | null;
}

/** Customers' accounts by name (accents do not matter), RUT, e-mail or phone, by name. Staff only. */
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
