import { queryOptions } from '@taller/shared/query';
import { supabase, type Supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { retryUnlessMissing } from '#src/query/retry-unless-missing.ts';
import { isUuid } from '#src/values/uuid.ts';
import { orderKeys } from '../keys.ts';
import type { OrderStatus } from '../status/order-status.ts';

/** Only the newest orders of a customer are read. */
export const RECORD_LIMIT = 200;

const ACCOUNT = 'id, full_name, email, rut, phone, address, rut_verified_at';
const ORDER =
  `id, order_number, created_at, status, customer_name, customer_rut, customer_phone, second_phone, customer_address,
  equipment_type, equipment_brand, equipment_model, imei, total_amount, advance_payment, final_payment, promised_at,
  at_risk_from` as const;

/** A RUT that is typed for people without one: it says nothing about who they are. */
const REPEATED = /^(\d)\1+-/;

const readAccount = async (client: Supabase, column: 'id' | 'rut', value: string, signal: AbortSignal) => {
  const accounts = client.from('profiles').select(ACCOUNT).eq(column, value).eq('role', 'customer');
  const found = column === 'rut' ? accounts.not('rut_verified_at', 'is', null) : accounts;
  return unwrap(await found.abortSignal(signal).maybeSingle());
};

const readOrders = async (
  client: Supabase,
  column: 'id' | 'customer_rut',
  value: string,
  signal: AbortSignal,
) => {
  const rows = unwrap(
    await client
      .from('service_orders')
      .select(ORDER)
      .eq(column, value)
      .order('created_at', { ascending: false })
      .limit(RECORD_LIMIT)
      .abortSignal(signal),
  );
  return rows.map((row) => ({ ...row, status: row.status as OrderStatus }));
};

async function fetchCustomerRecord(id: string, signal: AbortSignal) {
  if (!isUuid(id)) throw new DataError('not-found', `There is no customer ${id}`);
  const client = await supabase();
  const account = await readAccount(client, 'id', id, signal);
  if (account) {
    const isVerified = account.rut !== null && account.rut_verified_at !== null;
    return {
      account,
      orders: isVerified ? await readOrders(client, 'customer_rut', account.rut ?? '', signal) : [],
    };
  }
  const [origin] = await readOrders(client, 'id', id, signal);
  if (!origin) throw new DataError('not-found', `There is no customer ${id}`);
  if (REPEATED.test(origin.customer_rut)) return { account: null, orders: [origin] };
  const [owner, orders] = await Promise.all([
    readAccount(client, 'rut', origin.customer_rut, signal),
    readOrders(client, 'customer_rut', origin.customer_rut, signal),
  ]);
  return { account: owner, orders };
}

/** A customer's account, if there is one, and the orders of their RUT, newest first. */
export type CustomerRecord = Awaited<ReturnType<typeof fetchCustomerRecord>>;
export type CustomerRecordOrder = CustomerRecord['orders'][number];

/**
 * The customer of an account, by its id, or of an order, by the order's: an address names nobody. The orders of an
 * account are those of a RUT that it proved (CUST-31).
 */
export const customerRecordQuery = (id: string) =>
  queryOptions({
    queryKey: orderKeys.customerRecord(id),
    queryFn: ({ signal }) => fetchCustomerRecord(id, signal),
    retry: retryUnlessMissing,
  });
