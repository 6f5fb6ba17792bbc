import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '#src/orders/keys.ts';
import type { OrderPhoto } from '#src/orders/photos/photo-queries.ts';
import type { OrderStatus } from '#src/orders/status/order-status.ts';
import type { LookupAnswer } from './note-lookup-mutation.ts';

/** An order of a device. */
export interface PassportOrder {
  id: string;
  order_number: number;
  created_at: string;
  status: OrderStatus;
  customer_name: string;
  equipment_type: string;
  equipment_brand: string;
  equipment_model: string;
  imei: string;
  work_description: string | null;
  technical_work: string | null;
  delivered_at: string | null;
  /** The reason why its fault was not repaired; null if none is recorded. */
  unrepaired: string | null;
  /** Lines of the quote that the customer did not take. */
  declined: readonly string[];
  warranty_end: string | null;
  place: string | null;
}

/** The known history of a device: at most 50 entries of each kind, the newest first. */
export interface Passport {
  orders: readonly PassportOrder[];
  /** All its orders. */
  total: number;
  owners: readonly {
    order_id: string;
    customer_name: string;
    orders: number;
    first_at: string;
    last_at: string;
  }[];
  parts: readonly {
    id: string;
    order_id: string;
    order_number: number;
    description: string;
    quantity: number;
    fitted_at: string;
  }[];
  photos: readonly (OrderPhoto & { order_number: number })[];
  lookups: readonly {
    id: string;
    answer: LookupAnswer;
    note: string;
    made_at: string;
    made_by: string | null;
  }[];
}

async function fetchPassport(imei: string, signal: AbortSignal): Promise<Passport> {
  const client = await supabase();
  const answer = unwrap(await client.rpc('device_passport', { p_imei: imei }).abortSignal(signal));
  return answer as unknown as Passport;
}

/** The history of a device by its IMEI or serial number (REC-110); without orders if none has it. */
export const passportQuery = (imei: string) =>
  queryOptions({
    queryKey: orderKeys.passport(imei),
    queryFn: ({ signal }) => fetchPassport(imei, signal),
  });
