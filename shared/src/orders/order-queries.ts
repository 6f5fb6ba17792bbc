import { queryOptions } from '@taller/shared/query';
import { supabase, type Supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { retryUnlessMissing } from '#src/query/retry-unless-missing.ts';
import type { PasswordType } from './equipment.ts';
import { CONTACT_COLUMNS } from './customers/order-contact.ts';
import { FIELD_COLUMNS } from './fields/order-fields.ts';
import type { StoredLine } from './quote/quote-lines-schema.ts';
import type { OrderStatus } from './status/order-status.ts';
import { orderKeys } from './keys.ts';
import { WAIT_COLUMNS } from './waits/order-wait.ts';
import type { WarrantyOutcome } from './warranty/warranty-outcome.ts';
import { isUuid } from '#src/values/uuid.ts';

/** Every column readable by staff, which excludes the device code. */
export const ORDER_COLUMNS =
  `id, order_number, former_number, appointment_id, created_at, updated_at, status, ${FIELD_COLUMNS}, quote, quote_lines, final_payment, cancellation_reason, unrepaired_reason, warranty_of, warranty_repair, warranty_outcome, warranty_reason, not_warranty, promised_at, at_risk_from, technician_id, receptionist_id, password_type, device_code_stored, notes, approved_at,
  rejected_at, completed_at, delivered_at, warranty_days, parts_warranty_days, warranty_since, version, contact_id, ${CONTACT_COLUMNS},
  technician:staff_names!service_orders_technician_id_fkey (full_name),
  receptionist:staff_names!service_orders_receptionist_id_fkey (full_name),
  waits:order_waits!order_waits_order_id_fkey (${WAIT_COLUMNS})` as const;

/** An order before its constrained columns are narrowed. */
async function readOrder(client: Supabase, id: string, signal?: AbortSignal) {
  const query = client.from('service_orders').select(ORDER_COLUMNS).eq('id', id);
  return unwrap(await (signal ? query.abortSignal(signal) : query).maybeSingle());
}

type OrderRow = NonNullable<Awaited<ReturnType<typeof readOrder>>>;

/** A service order for staff. Amounts are whole pesos, times ISO 8601 in UTC. */
export type Order = Omit<OrderRow, 'status' | 'password_type' | 'warranty_outcome' | 'quote_lines'> & {
  quote_lines: readonly StoredLine[];
  status: OrderStatus;
  password_type: PasswordType | null;
  warranty_outcome: WarrantyOutcome | null;
};

/** The order, or null if the id does not exist. */
export async function fetchOrder(id: string, signal?: AbortSignal): Promise<Order | null> {
  // A malformed id is treated as unknown; the server would answer 400.
  if (!isUuid(id)) return null;
  return (await readOrder(await supabase(), id, signal)) as unknown as Order | null;
}

/** One order for the view and the form. Fails with `not-found` for an unknown id (ORD-06, ORD-12). */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: orderKeys.detail(id),
    queryFn: async ({ signal }) => {
      const order = await fetchOrder(id, signal);
      if (!order) throw new DataError('not-found', `There is no order ${id}`);
      return order;
    },
    retry: retryUnlessMissing,
    staleTime: 10_000,
  });

/** The internal notes of an order; version 0 if there are none yet. */
export interface InternalNotes {
  internal_notes: string;
  version: number;
}

export async function fetchInternalNotes(orderId: string, signal?: AbortSignal): Promise<InternalNotes> {
  const client = await supabase();
  const query = client
    .from('service_order_internal')
    .select('internal_notes, version')
    .eq('order_id', orderId);
  const row = unwrap(await (signal ? query.abortSignal(signal) : query).maybeSingle());
  return row ?? { internal_notes: '', version: 0 };
}

export const internalNotesQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.internalNotes(orderId),
    queryFn: ({ signal }) => fetchInternalNotes(orderId, signal),
    staleTime: 10_000,
  });

async function fetchIntakeState(orderId: string, signal: AbortSignal) {
  const client = await supabase();
  const [state] = unwrap(await client.rpc('intake_state', { p_order_id: orderId }).abortSignal(signal));
  if (!state) throw new DataError('not-found', `There is no order ${orderId}`);
  // The generated types know no null in a function's result.
  return state as { obstacle: string | null; is_told: boolean };
}

/** Why an intake cannot be undone (null if it can), and whether the customer was notified of it (ORD-121). */
export const intakeStateQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.intakeState(orderId),
    queryFn: ({ signal }) => fetchIntakeState(orderId, signal),
    retry: retryUnlessMissing,
    staleTime: 0,
    gcTime: 0,
  });
