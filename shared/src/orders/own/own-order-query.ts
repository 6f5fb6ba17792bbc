import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { retryUnlessMissing } from '#src/query/retry-unless-missing.ts';
import { FIELD_COLUMNS } from '../fields/order-fields.ts';
import type { OrderStatus } from '../status/order-status.ts';
import { customerOrderKeys } from './keys.ts';
import { isUuid } from '#src/values/uuid.ts';

/** A customer's view of their order (CUST-02): every field of the staff's view except internal ones. */
const COLUMNS =
  `id, order_number, created_at, status, ${FIELD_COLUMNS}, notes, final_payment, password_type, device_code_stored, approved_at, rejected_at, completed_at, delivered_at,
  warranty_days, decision_history (id, type, message, created_at)` as const;

/** @throws DataError `not-found` for an order that does not exist or belongs to somebody else, indistinguishably. */
async function fetchOwnOrder(orderId: string, signal: AbortSignal) {
  // A malformed id is treated as unknown; the server would answer 400.
  if (!isUuid(orderId)) throw new DataError('not-found', `${orderId} is no order id`);
  const client = await supabase();
  const row = unwrap(
    await client
      .from('service_orders')
      .select(COLUMNS)
      .eq('id', orderId)
      .order('created_at', { referencedTable: 'decision_history', ascending: false })
      .abortSignal(signal)
      .maybeSingle(),
  );
  if (!row) throw new DataError('not-found', `There is no order ${orderId} for this person`);
  return { ...row, status: row.status as OrderStatus };
}

export type OwnOrder = Awaited<ReturnType<typeof fetchOwnOrder>>;

export const ownOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: customerOrderKeys.order(orderId),
    queryFn: ({ signal }) => fetchOwnOrder(orderId, signal),
    retry: retryUnlessMissing,
  });
