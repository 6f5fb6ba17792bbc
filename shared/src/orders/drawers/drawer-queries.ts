import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '#src/orders/keys.ts';
import type { CashCount } from './count.ts';

async function fetchOpenDrawers(signal: AbortSignal) {
  const client = await supabase();
  return unwrap(await client.rpc('open_drawers').abortSignal(signal));
}

/** A drawer that cash can go through. */
export type OpenDrawer = Awaited<ReturnType<typeof fetchOpenDrawers>>[number];

/** Somebody else opens or closes a drawer: as often as that is asked where drawers are shown (PAY-28). */
const OTHERS_MS = 15_000;

/** The open drawers, without amounts (PAY-21). Staff only. */
export const openDrawersQuery = () =>
  queryOptions({
    queryKey: orderKeys.openDrawers(),
    queryFn: ({ signal }) => fetchOpenDrawers(signal),
    staleTime: 0,
    refetchInterval: OTHERS_MS,
  });

/** Rows of a page. */
export const DRAWERS_PER_PAGE = 20;

async function fetchDrawers(page: number, signal: AbortSignal) {
  const client = await supabase();
  const rows = unwrap(await client.rpc('list_drawers', { p_page: page }).abortSignal(signal));
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      ...row,
      // Null while it is open.
      closed_at: row.closed_at as string | null,
      closed_by: row.closed_by as string | null,
      counted: row.counted as number | null,
      difference: row.difference as number | null,
    })),
  };
}

/** A drawer in the list. */
export type DrawerRow = Awaited<ReturnType<typeof fetchDrawers>>['rows'][number];

/** A page of the drawers, the newest first: the own ones, for admins all (PAY-24). */
export const drawersQuery = (page: number) =>
  queryOptions({
    queryKey: orderKeys.drawers(page),
    queryFn: ({ signal }) => fetchDrawers(page, signal),
    placeholderData: keepPreviousData,
    refetchInterval: OTHERS_MS,
  });

/** Something that a person did with a drawer. */
export interface DrawerEvent {
  readonly id: string;
  readonly kind: 'opened' | 'deposit' | 'withdrawal' | 'refused' | 'counted' | 'closed' | 'reopened';
  readonly created_at: string;
  readonly created_by: string;
  readonly amount: number | null;
  readonly expected: number | null;
  readonly reason: string;
}

/** A payment that went through a drawer. */
export interface DrawerPayment {
  readonly id: string;
  readonly created_at: string;
  readonly created_by: string | null;
  readonly method: string;
  readonly corrects: boolean;
  readonly amount: number;
  readonly orders: readonly number[];
}

export interface DrawerSheet {
  readonly id: string;
  readonly till: string;
  readonly is_own: boolean;
  readonly opened_at: string;
  readonly opened_by: string;
  readonly opening: Partial<CashCount>;
  readonly opening_amount: number;
  /** These are null while it is open; what should be in it then is told to admins. */
  readonly closed_at: string | null;
  readonly closed_by: string | null;
  readonly counted: Partial<CashCount> | null;
  readonly counted_amount: number | null;
  readonly expected_amount: number | null;
  readonly reason: string;
  readonly events: readonly DrawerEvent[];
  /** Null for who has to count first. */
  readonly payments: readonly DrawerPayment[] | null;
}

async function fetchDrawerSheet(id: string, signal: AbortSignal): Promise<DrawerSheet> {
  const client = await supabase();
  return unwrap(await client.rpc('drawer_sheet', { p_id: id }).abortSignal(signal)) as unknown as DrawerSheet;
}

/** The sheet of a drawer (PAY-26). */
export const drawerSheetQuery = (id: string) =>
  queryOptions({
    queryKey: orderKeys.drawerSheet(id),
    queryFn: ({ signal }) => fetchDrawerSheet(id, signal),
  });
