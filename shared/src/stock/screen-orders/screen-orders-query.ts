import { infiniteQueryOptions, queryOptions } from '@taller/shared/query';
import { supabase, type Supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { screenOrderKeys } from '#src/stock/keys.ts';

/** Page size. */
export const SCREEN_ORDER_BATCH = 50;

async function fetchScreenOrders(search: string, offset: number, signal: AbortSignal) {
  const client = await supabase();
  let request = client
    .from('pedidos_pantallas')
    .select(
      'id, modelo, numero_orden, fecha_compra, precio_costo, cantidad, proveedor, created_at, received_at, waits:order_waits (order_id)',
    )
    .is('waits.ended_at', null)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .range(offset, offset + SCREEN_ORDER_BATCH - 1);
  // Escapes wildcards, so that a search for '50%' is literal.
  if (search !== '') request = request.ilike('modelo', `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const rows = unwrap(await request.abortSignal(signal)) ?? [];
  const waiting = rows.flatMap(({ waits }) => waits.map(({ order_id: id }) => id));
  const numbers = waiting.length === 0 ? [] : await fetchOrderNumbers(client, waiting, signal);
  return rows.map(({ waits, ...row }) => ({
    ...row,
    awaitedBy: numbers.filter(({ id }) => waits.some((wait) => wait.order_id === id)),
  }));
}

/** Read apart: the API embeds one table in another, and no third one in that. */
const fetchOrderNumbers = async (client: Supabase, ids: readonly string[], signal: AbortSignal) =>
  unwrap(await client.from('service_orders').select('id, order_number').in('id', ids).abortSignal(signal));

/** Screen orders whose model contains `search`, newest first, with the orders that wait for them (TIME-13). */
export function screenOrdersQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: screenOrderKeys.list(search),
    queryFn: ({ pageParam, signal }) => fetchScreenOrders(search, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length < SCREEN_ORDER_BATCH ? undefined : pages.length * SCREEN_ORDER_BATCH,
  });
}

export type ScreenOrderRow = Awaited<ReturnType<typeof fetchScreenOrders>>[number];

async function fetchExpectedScreenOrders(signal: AbortSignal) {
  const client = await supabase();
  return unwrap(
    await client
      .from('pedidos_pantallas')
      .select('id, modelo, numero_orden')
      .is('received_at', null)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(SCREEN_ORDER_BATCH)
      .abortSignal(signal),
  );
}

/** The newest screen orders that have not arrived, for which a repair may wait (TIME-01). */
export const expectedScreenOrdersQuery = () =>
  queryOptions({
    queryKey: screenOrderKeys.expected(),
    queryFn: ({ signal }) => fetchExpectedScreenOrders(signal),
    staleTime: 10_000,
  });

/** The screen order of a wait, arrived or not; null if there is none (any more). */
export const screenOrderQuery = (id: string | null) =>
  queryOptions({
    queryKey: screenOrderKeys.one(id),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      return unwrap(
        await client
          .from('pedidos_pantallas')
          .select('id, modelo, numero_orden, received_at')
          .eq('id', id ?? '')
          .abortSignal(signal)
          .maybeSingle(),
      );
    },
    enabled: id !== null,
    staleTime: 10_000,
  });
