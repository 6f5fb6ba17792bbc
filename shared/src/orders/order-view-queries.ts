import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from './keys.ts';
import { withPresentNames } from '#src/data-access/present-names.ts';
import { isRepeatedRut } from '#src/values/rut.ts';
import { isUuid } from '#src/values/uuid.ts';
import type { QuoteLine } from './quote/quote-lines.ts';
import type { OrderStatus } from './status/order-status.ts';
import type { Order } from './order-queries.ts';

async function fetchOrderId(number: number, signal: AbortSignal): Promise<string | null> {
  const client = await supabase();
  const query = client.from('service_orders').select('id').eq('order_number', number);
  return unwrap(await query.abortSignal(signal).maybeSingle())?.id ?? null;
}

/** The id of the order with that number; null if there is none. */
export const orderIdQuery = (number: number) =>
  queryOptions({
    queryKey: orderKeys.idOf(number),
    queryFn: ({ signal }) => fetchOrderId(number, signal),
  });

async function fetchDeletion(orderId: string, signal: AbortSignal) {
  if (!isUuid(orderId)) return null;
  const client = await supabase();
  const deletion = unwrap(
    await client
      .from('order_events')
      .select('order_number, created_at, actor_id, actor_name')
      .eq('order_id', orderId)
      .eq('kind', 'deleted')
      .abortSignal(signal)
      .maybeSingle(),
  );
  const [named] = await withPresentNames(deletion ? [deletion] : [], 'actor_id', 'actor_name', signal);
  return named ?? null;
}

/** The deletion of an order: by whom and when; null if the order never existed (ORD-17). */
export const orderDeletionQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.deletion(orderId),
    queryFn: ({ signal }) => fetchDeletion(orderId, signal),
  });

const COLUMNS =
  'id, order_number, created_at, status, customer_rut, equipment_type, equipment_brand, equipment_model, imei, work_description';
const LIMIT = 10;

/** Other orders of the same device (by IMEI, for any customer) or the same customer (by RUT), newest first. */
async function fetchRelatedOrders(order: Pick<Order, 'id' | 'customer_rut' | 'imei'>, signal: AbortSignal) {
  const client = await supabase();
  // Quoted, so that the filter syntax's special characters are literal; values with quotes are not searched.
  const imei = order.imei && !/["\\]/.test(order.imei) ? order.imei : null;
  const same = [
    ...(isRepeatedRut(order.customer_rut) ? [] : [`customer_rut.eq.${order.customer_rut}`]),
    ...(imei ? [`imei.eq."${imei}"`] : []),
  ];
  if (same.length === 0) return [];
  const rows = unwrap(
    await client
      .from('service_orders')
      .select(COLUMNS)
      .or(same.join())
      .neq('id', order.id)
      .order('created_at', { ascending: false })
      .limit(LIMIT)
      .abortSignal(signal),
  );
  return rows.map((row) => ({
    ...row,
    status: row.status as OrderStatus,
    /** Whether it is the same device, not only the same customer. */
    sameDevice: Boolean(imei) && row.imei === order.imei,
  }));
}

export const relatedOrdersQuery = (order: Pick<Order, 'id' | 'customer_rut' | 'imei'>) =>
  queryOptions({
    queryKey: orderKeys.related(order.id),
    queryFn: ({ signal }) => fetchRelatedOrders(order, signal),
  });

async function fetchDecisionHistory(orderId: string, signal: AbortSignal) {
  const client = await supabase();
  const rows = unwrap(
    await client
      .from('decision_history')
      .select('id, type, message, quote_lines, created_at')
      .eq('order_id', orderId)
      .order('created_at', { ascending: false })
      .abortSignal(signal),
  );
  return rows.map((row) => ({ ...row, quote_lines: row.quote_lines as unknown as QuoteLine[] | null }));
}

/** The customer's decisions on quotes, newest first; type is 'success' or another (ORD-12). */
export const decisionHistoryQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.decisions(orderId),
    queryFn: ({ signal }) => fetchDecisionHistory(orderId, signal),
  });

async function fetchDecisionOrigins(orderId: string, signal: AbortSignal) {
  const client = await supabase();
  const rows = unwrap(
    await client
      .from('decision_origins')
      .select('decision_id, address, browser, account_id, account_name')
      .eq('order_id', orderId)
      .abortSignal(signal),
  );
  return withPresentNames(rows, 'account_id', 'account_name', signal);
}

/** Origin of the decisions on an order's quotes: network, browser, account. Only admins get rows. */
export const decisionOriginsQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.decisionOrigins(orderId),
    queryFn: ({ signal }) => fetchDecisionOrigins(orderId, signal),
  });
