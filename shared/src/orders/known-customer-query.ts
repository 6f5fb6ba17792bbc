import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from './keys.ts';

/** A device of an earlier order. */
export interface KnownDevice {
  orderNumber: number;
  equipmentType: string;
  brand: string;
  model: string;
  imei: string;
}

/** A returning customer, as on their newest order. */
export interface KnownCustomer {
  name: string;
  rut: string;
  phone: string;
  address: string;
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
  const devices = new Map<string, KnownDevice>();
  for (const row of rows) {
    const device: KnownDevice = {
      orderNumber: row.order_number,
      equipmentType: row.equipment_type,
      brand: row.equipment_brand,
      model: row.equipment_model,
      imei: row.imei,
    };
    const key = device.imei || `${device.brand}|${device.model}`.toLowerCase();
    if (!devices.has(key)) devices.set(key, device);
  }
  return {
    name: newest.customer_name,
    rut: newest.customer_rut,
    phone: newest.customer_phone,
    address: newest.customer_address,
    orders: rows.length,
    devices: [...devices.values()].slice(0, 5),
  };
}

/** The customer with this RUT or phone on an earlier order; null for a new customer. Desk and bench only. */
export const knownCustomerQuery = (clue: CustomerClue) =>
  queryOptions({
    queryKey: orderKeys.customer(clue.by, clue.value),
    queryFn: ({ signal }) => fetchKnownCustomer(clue, signal),
    staleTime: 5 * 60_000,
  });
