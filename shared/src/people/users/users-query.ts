import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { userKeys } from './keys.ts';
import { isRole, type Role } from '#src/access/roles.ts';

/** An account as the users screen lists it. */
export interface User {
  id: string;
  email: string;
  fullName: string;
  /** Normalised; '' if none was given. */
  rut: string;
  phone: string;
  role: Role;
  /** It was proven that the RUT is this person's. */
  rutVerified: boolean;
  /** ISO 8601. */
  createdAt: string;
}

/** `staff`: everybody who works here; `customers`: the rest. */
export type UserGroup = 'staff' | 'customers';

export interface UserPage {
  users: User[];
  /** All that match, on every page. */
  total: number;
}

/** Customers are listed so many at a time; a shop's staff always fits on one page. */
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

/** Accounts of a group whose name, e-mail, RUT or phone contains `search`, by name. Pages count from 1. */
export const usersQuery = (group: UserGroup, search: string, page = 1) =>
  queryOptions({
    queryKey: userKeys.list(group, search, page),
    queryFn: ({ signal }) => fetchUsers(group, search, page, signal),
    placeholderData: keepPreviousData,
  });
