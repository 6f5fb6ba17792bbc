import { queryOptions } from '@taller/shared/query';
import { supabase, type Supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import type { FieldRow } from './fields/field-lines.ts';
import { CONTACT_COLUMNS, type OrderContact } from './customers/order-contact.ts';
import { FIELD_COLUMNS } from './fields/order-fields.ts';
import type { Database } from '#src/db/database.types.ts';
import type { QuoteLine } from './quote/quote-lines.ts';
import { isUuid } from '#src/values/uuid.ts';
import { retryUnlessMissing } from '#src/query/retry-unless-missing.ts';
import { orderKeys } from './keys.ts';
import { mayHaveReturns } from './warranty/cover-of.ts';
import { fetchOrderWarranty, type OrderWarranty } from './warranty/order-warranty-query.ts';
import { openDeviceCode } from './device-codes/open-device-code.ts';

const COLUMNS =
  `id, order_number, created_at, status, ${FIELD_COLUMNS}, quote_lines, final_payment, notes, delivered_at, warranty_days, parts_warranty_days, promised_at, unrepaired_reason, warranty_of, warranty_repair, warranty_outcome, warranty_reason, password_type, device_code_stored, technician_id, receptionist_id, ${CONTACT_COLUMNS}` as const;

type OrderRow = Database['public']['Tables']['service_orders']['Row'];

/** The data of the print sheets. Amounts in whole pesos, times ISO 8601. */
export interface PrintOrder
  extends
    FieldRow,
    Pick<
      OrderRow,
      | 'id'
      | 'order_number'
      | 'created_at'
      | 'status'
      | 'final_payment'
      | 'notes'
      | 'delivered_at'
      | 'warranty_days'
      | 'parts_warranty_days'
      | 'promised_at'
      | 'unrepaired_reason'
      | 'warranty_of'
      | 'warranty_repair'
      | 'warranty_outcome'
      | 'warranty_reason'
      | 'password_type'
      | 'device_code_stored'
    > {
  quote_lines: readonly QuoteLine[];
  /** null for customers, too. */
  contact: OrderContact | null;
  /** null if nobody is assigned, and for customers, who may not read names of the staff. */
  technician_name: string | null;
  receptionist_name: string | null;
  /** null for an order that has no other tied to it by a warranty. */
  warranty: OrderWarranty | null;
}

async function namesOf(
  client: Supabase,
  ids: (string | null)[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = unwrap(
    await client.from('staff_names').select('id, full_name').in('id', wanted).abortSignal(signal),
  );
  return new Map((rows ?? []).map((row) => [row.id, row.full_name]));
}

async function fetchPrintOrder(id: string, signal: AbortSignal): Promise<PrintOrder> {
  if (!isUuid(id)) throw new DataError('not-found', 'The id is no UUID');
  const client = await supabase();
  const row = unwrap(
    await client.from('service_orders').select(COLUMNS).eq('id', id).abortSignal(signal).maybeSingle(),
  );
  if (!row) throw new DataError('not-found', 'There is no such order, or it may not be seen');
  const [names, warranty] = await Promise.all([
    namesOf(client, [row.technician_id, row.receptionist_id], signal),
    mayHaveReturns(row) ? fetchOrderWarranty(id, signal) : null,
  ]);
  return {
    ...row,
    quote_lines: row.quote_lines as unknown as readonly QuoteLine[],
    warranty,
    technician_name: names.get(row.technician_id ?? '') ?? null,
    receptionist_name: names.get(row.receptionist_id ?? '') ?? null,
  };
}

/**
 * One order for the print sheets: any for staff, own ones for customers. Fails with code `not-found` for all others.
 */
export const printOrderQuery = (id: string) =>
  queryOptions({
    queryKey: orderKeys.printed(id),
    queryFn: ({ signal }) => fetchPrintOrder(id, signal),
    // Printouts need current data that does not change while printing.
    staleTime: 0,
    gcTime: 0,
    retry: retryUnlessMissing,
    refetchOnWindowFocus: false,
  });

/** The terms of service of an order's sheet. */
export interface PrintedTerms {
  readonly version: number;
  /** Since when the shop has this version. */
  readonly changed_at: string;
  readonly items: readonly string[];
}

/**
 * The terms to print on an order's sheet: those that it was first printed with, and the shop's present ones before. The
 * server notes them as the order's, so this is called to print only; repeated it answers the same.
 */
export async function printTerms(orderId: string, signal?: AbortSignal): Promise<PrintedTerms> {
  const client = await supabase();
  const call = client.rpc('print_terms', { p_order_id: orderId });
  const [terms] = unwrap(await (signal ? call.abortSignal(signal) : call));
  if (!terms) throw new DataError('not-found', 'The order has no terms');
  return terms as PrintedTerms;
}

/**
 * The terms of an order's sheet, from the database: those embedded in the page may be older than the shop's (CFG-27).
 */
export const printedTermsQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.printedTerms(orderId),
    queryFn: ({ signal }) => printTerms(orderId, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: retryUnlessMissing,
  });

/** The reason logged when the technical sheet is printed; it is shown on the order's timeline. */
const SHEET_REASON = 'Ficha técnica';

/** The device's code for the technical sheet. Every access is logged on the order's timeline, so it is read once. */
export const printedCodeQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.printedCode(orderId),
    queryFn: ({ signal }) => openDeviceCode(orderId, SHEET_REASON, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
