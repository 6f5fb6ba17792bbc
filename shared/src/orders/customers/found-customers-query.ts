import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '../keys.ts';

/** The most that are found: if there are more, the search should be narrowed. */
export const FOUND_CUSTOMERS_LIMIT = 20;

async function fetchFoundCustomers(search: string, signal: AbortSignal) {
  const client = await supabase();
  return unwrap(await client.rpc('find_customers', { p_search: search }).abortSignal(signal)) ?? [];
}

/** A person of the shop's orders, once for all of them. */
export type FoundCustomer = Awaited<ReturnType<typeof fetchFoundCustomers>>[number];

/** The people of orders that fit a text, without one those who came last (CUST-30). Staff only. */
export const foundCustomersQuery = (search: string) =>
  queryOptions({
    queryKey: orderKeys.foundCustomers(search),
    queryFn: ({ signal }) => fetchFoundCustomers(search, signal),
    placeholderData: keepPreviousData,
  });
