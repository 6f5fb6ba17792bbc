import { queryOptions } from '@taller/shared/query';
import { supabase, type Supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import type { FieldRow } from './fields/field-lines.ts';
import { FIELD_COLUMNS } from './fields/order-fields.ts';
import type { Database } from '#src/db/database.types.ts';
import { isUuid } from '#src/values/uuid.ts';
import { retryUnlessMissing } from '#src/query/retry-unless-missing.ts';
import { orderKeys } from './keys.ts';

const COLUMNS =
  `id, order_number, created_at, status, ${FIELD_COLUMNS}, final_payment, notes, delivered_at, warranty_days, password_type, device_code_stored, technician_id, receptionist_id` as const;

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
      | 'password_type'
      | 'device_code_stored'
    > {
  /** null if nobody is assigned, and for customers, who may not read names of the staff. */
  technician_name: string | null;
  receptionist_name: string | null;
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
  const names = await namesOf(client, [row.technician_id, row.receptionist_id], signal);
  return {
    ...row,
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
