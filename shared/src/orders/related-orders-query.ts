import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { OrderStatus } from './status/order-status.ts';
import { orderKeys } from './keys.ts';
import type { Order } from './order-query.ts';

const COLUMNS =
  'id, order_number, created_at, status, customer_rut, equipment_type, equipment_brand, equipment_model, imei, work_description';
const LIMIT = 10;

/** Other orders of the same device (by IMEI, for any customer) or the same customer (by RUT), newest first. */
async function fetchRelatedOrders(order: Pick<Order, 'id' | 'customer_rut' | 'imei'>, signal: AbortSignal) {
  const client = await supabase();
  // Quoted, so that the filter syntax's special characters are literal; values with quotes are not searched.
  const imei = order.imei && !/["\\]/.test(order.imei) ? order.imei : null;
  const rows = unwrap(
    await client
      .from('service_orders')
      .select(COLUMNS)
      .or(
        imei
          ? `customer_rut.eq.${order.customer_rut},imei.eq."${imei}"`
          : `customer_rut.eq.${order.customer_rut}`,
      )
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
