import { infiniteQueryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { screenOrderKeys } from '#src/stock/keys.ts';

/** Page size. */
export const SCREEN_ORDER_BATCH = 50;

async function fetchScreenOrders(search: string, offset: number, signal: AbortSignal) {
  const client = await supabase();
  let request = client
    .from('pedidos_pantallas')
    .select(
      'id, modelo, numero_orden, fecha_compra, precio_costo, cantidad, proveedor, created_at, received_at',
    )
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .range(offset, offset + SCREEN_ORDER_BATCH - 1);
  // Escapes wildcards, so that a search for '50%' is literal.
  if (search !== '') request = request.ilike('modelo', `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  return unwrap(await request.abortSignal(signal)) ?? [];
}

/** Screen orders whose model contains `search`, newest first, loaded incrementally. */
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
