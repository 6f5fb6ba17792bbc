import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { Database } from '#src/db/database.types.ts';
import { devicesOf } from './customers/devices-of.ts';
import { orderKeys, usualDeviceKeys } from './keys.ts';

type KnownRow = Database['public']['Functions']['find_order_customer']['Returns'][number];

/** A device of an earlier order. */
export type KnownDevice = Pick<
  KnownRow,
  'order_number' | 'equipment_type' | 'equipment_brand' | 'equipment_model' | 'imei'
>;

/** A returning customer, as on their newest order. */
export interface KnownCustomer extends Pick<
  KnownRow,
  'customer_name' | 'customer_rut' | 'customer_phone' | 'customer_address'
> {
  orders: number;
  devices: readonly KnownDevice[];
}

/** Lookup by normalised RUT, or by a phone of at least eight digits. */
export type CustomerClue = { by: 'rut' | 'phone'; value: string };

async function fetchKnownCustomer(
  { by, value }: CustomerClue,
  signal: AbortSignal,
): Promise<KnownCustomer | null> {
  const client = await supabase();
  const rows = unwrap(
    await client
      .rpc('find_order_customer', by === 'rut' ? { p_rut: value } : { p_phone: value })
      .abortSignal(signal),
  );
  const [newest] = rows;
  if (!newest) return null;
  const devices = devicesOf(rows).map(({ device }) => device);
  return { ...newest, orders: rows.length, devices: devices.slice(0, 5) };
}

/** The customer with this RUT or phone on an earlier order; null for a new customer. Desk and bench only. */
export const knownCustomerQuery = (clue: CustomerClue) =>
  queryOptions({
    queryKey: orderKeys.customer(clue.by, clue.value),
    queryFn: ({ signal }) => fetchKnownCustomer(clue, signal),
    staleTime: 5 * 60_000,
  });

/** A brand of a kind of device and its models, those that came in most often first. */
export interface UsualBrand {
  readonly equipment_type: string;
  readonly brand: string;
  readonly models: readonly string[];
}

async function fetchUsualDevices(signal: AbortSignal): Promise<UsualBrand[]> {
  const client = await supabase();
  return unwrap(await client.rpc('usual_devices').abortSignal(signal)) ?? [];
}

/** Brands and models of the shop's newest orders, the most frequent first. Staff only (CFG-63). */
export const usualDevicesQuery = () =>
  queryOptions({
    queryKey: usualDeviceKeys.all,
    queryFn: ({ signal }) => fetchUsualDevices(signal),
    staleTime: 60 * 60_000,
  });

/** How many other orders of an order's customer have that phone (ORD-125). */
export const phoneOrdersQuery = (orderId: string, phone: string) =>
  queryOptions({
    queryKey: orderKeys.phoneOrders(orderId, phone),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const answer = client.rpc('count_phone_orders', { p_order_id: orderId, p_phone: phone });
      return unwrap(await answer.abortSignal(signal));
    },
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
