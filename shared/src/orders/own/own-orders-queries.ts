import { infiniteQueryOptions, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap, DataError } from '#src/data-access/data-error.ts';
import type { OrderStatus } from '../status/order-status.ts';
import { customerOrderKeys } from '#src/orders/keys.ts';
import { retryUnlessMissing } from '#src/query/retry-unless-missing.ts';
import { FIELD_COLUMNS } from '../fields/order-fields.ts';
import type { WarrantyOutcome } from '../warranty/warranty-outcome.ts';
import type { QuoteLine } from '../quote/quote-lines.ts';
import { isUuid } from '#src/values/uuid.ts';

/** Page size of the portal's list. */
const OWN_ORDERS_PAGE_SIZE = 20;

/**
 * A page of the orders of a RUT, newest first (CUST-01). Row level security returns rows only to the account with that
 * verified RUT: for any other caller the list is empty.
 */
async function fetchOwnOrders(rut: string, offset: number, signal: AbortSignal) {
  const client = await supabase();
  const rows = unwrap(
    await client
      .from('service_orders')
      .select(
        'id, order_number, created_at, status, equipment_type, equipment_brand, equipment_model, work_description, total_amount, promised_at',
      )
      .eq('customer_rut', rut)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .range(offset, offset + OWN_ORDERS_PAGE_SIZE - 1)
      .abortSignal(signal),
  );
  return rows.map((row) => ({ ...row, status: row.status as OrderStatus }));
}

export type OwnOrderSummary = Awaited<ReturnType<typeof fetchOwnOrders>>[number];

export const ownOrdersQuery = (rut: string) =>
  infiniteQueryOptions({
    queryKey: customerOrderKeys.list(rut),
    queryFn: ({ pageParam, signal }) => fetchOwnOrders(rut, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (lastPage, pages) =>
      lastPage.length === OWN_ORDERS_PAGE_SIZE ? pages.length * OWN_ORDERS_PAGE_SIZE : undefined,
  });

/** A customer's view of their order (CUST-02): every field of the staff's view except internal ones. */
const COLUMNS =
  `id, order_number, created_at, status, ${FIELD_COLUMNS}, quote_lines, notes, final_payment, password_type, device_code_stored, approved_at, rejected_at, completed_at, delivered_at,
  warranty_days, parts_warranty_days, promised_at, unrepaired_reason, warranty_of, warranty_repair, warranty_outcome, warranty_reason, decision_history (id, type, message, quote_lines, created_at)` as const;

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
  return {
    ...row,
    status: row.status as OrderStatus,
    warranty_outcome: row.warranty_outcome as WarrantyOutcome | null,
    quote_lines: row.quote_lines as unknown as readonly QuoteLine[],
    decision_history: row.decision_history.map((decision) => ({
      ...decision,
      quote_lines: decision.quote_lines as unknown as readonly QuoteLine[] | null,
    })),
  };
}

export type OwnOrder = Awaited<ReturnType<typeof fetchOwnOrder>>;

export const ownOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: customerOrderKeys.order(orderId),
    queryFn: ({ signal }) => fetchOwnOrder(orderId, signal),
    retry: retryUnlessMissing,
  });
