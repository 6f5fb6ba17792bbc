import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { userKeys } from './keys.ts';
import { isRole, type Role } from '#src/access/roles.ts';

/** An account as listed on the users screen. */
export interface User {
  id: string;
  email: string;
  fullName: string;
  /** Normalised; '' if absent. */
  rut: string;
  phone: string;
  role: Role;
  /** Whether the RUT is verified. */
  rutVerified: boolean;
  /** ISO 8601. */
  createdAt: string;
}

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
  return {
    users: (rows ?? []).map((row) => ({
      id: row.id,
      email: row.email,
      fullName: row.full_name,
      rut: row.rut ?? '',
      phone: row.phone ?? '',
      role: isRole(row.role) ? row.role : 'customer',
      rutVerified: row.rut_verified_at !== null,
      createdAt: row.created_at,
    })),
    total: rows?.[0]?.total ?? 0,
  };
}

/** Accounts of a group whose name, e-mail, RUT or phone contains `search`, sorted by name. Pages start at 1. */
export const usersQuery = (group: UserGroup, search: string, page = 1) =>
  queryOptions({
    queryKey: userKeys.list(group, search, page),
    queryFn: ({ signal }) => fetchUsers(group, search, page, signal),
    placeholderData: keepPreviousData,
  });
