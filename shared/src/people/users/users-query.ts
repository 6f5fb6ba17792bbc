import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { userKeys } from '#src/people/keys.ts';
import type { Role } from '#src/access/roles.ts';
import type { Database } from '#src/db/database.types.ts';

/** An account as listed on the users screen. `rut` is normalised. */
export type User = Pick<
  Database['public']['Tables']['profiles']['Row'],
  'id' | 'email' | 'full_name' | 'rut' | 'phone' | 'rut_verified_at' | 'created_at'
> & { role: Role };

/** `staff`: all staff accounts; `customers`: the rest. */
export type UserGroup = 'staff' | 'customers';

export interface UserPage {
  users: User[];
  /** Number of matches on all pages. */
  total: number;
}

/** Page size for customers; a shop's staff always fits on one page. */
export const CUSTOMERS_PAGE_SIZE = 20;
const STAFF_PAGE_SIZE = 200;

async function fetchUsers(
  group: UserGroup,
  search: string,
  page: number,
  signal: AbortSignal,
): Promise<UserPage> {
  const client = await supabase();
  const size = group === 'staff' ? STAFF_PAGE_SIZE : CUSTOMERS_PAGE_SIZE;
  const rows = unwrap(
    await client
      .rpc('search_profiles', {
        p_search: search,
        p_staff: group === 'staff',
        p_limit: size,
        p_offset: (page - 1) * size,
      })
      .abortSignal(signal),
  );
  // The table's check restricts the roles.
  return { users: rows as User[], total: rows[0]?.total ?? 0 };
}

/** Accounts of a group whose name, e-mail, RUT or phone contains `search`, sorted by name. Pages start at 1. */
export const usersQuery = (group: UserGroup, search: string, page = 1) =>
  queryOptions({
    queryKey: userKeys.list(group, search, page),
    queryFn: ({ signal }) => fetchUsers(group, search, page, signal),
    placeholderData: keepPreviousData,
  });
