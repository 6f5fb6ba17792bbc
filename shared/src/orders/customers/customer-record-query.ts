import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { retryUnlessMissing } from '#src/query/retry-unless-missing.ts';
import { isUuid } from '#src/values/uuid.ts';
import { z } from '#src/values/zod.ts';
import { orderKeys } from '../keys.ts';

const contactSchema = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  role: z.string(),
  version: z.number(),
});
/** A person of a company. */
export type Contact = z.output<typeof contactSchema>;

const recordSchema = z.object({
  /** Null for an account that has proved none, and for one of repeated digits: then there is no card. */
  rut: z.nullable(z.string()),
  account: z.nullable(
    z.object({
      id: z.string(),
      full_name: z.string(),
      email: z.string(),
      rut: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      address: z.nullable(z.string()),
      rut_verified_at: z.nullable(z.string()),
    }),
  ),
  /** From the newest order; null without orders. */
  name: z.nullable(z.string()),
  order_rut: z.nullable(z.string()),
  newest: z.nullable(z.string()),
  is_anonymized: z.boolean(),
  address: z.nullable(z.string()),
  phones: z.array(z.string()),
  orders: z.number(),
  owed: z.number(),
  /** The part of it for orders that were delivered. */
  owed_delivered: z.number(),
  refund: z.number(),
  card: z.nullable(
    z.object({
      is_company: z.boolean(),
      business_name: z.string(),
      business_activity: z.string(),
      notes: z.string(),
      version: z.number(),
      updated_at: z.string(),
      updated_by: z.nullable(z.string()),
    }),
  ),
  contacts: z.array(contactSchema),
  /** The last word on reminders; without said_at nobody said anything. */
  reminders: z.object({
    wanted: z.boolean(),
    said_at: z.nullable(z.string()),
    said_via: z.enum(['', 'link', 'account', 'shop']),
    said_by: z.nullable(z.string()),
  }),
});
/** A customer's account, balances, card and contacts (CARD-01). */
export type CustomerRecord = z.output<typeof recordSchema>;

async function fetchCustomerRecord(id: string, signal: AbortSignal): Promise<CustomerRecord> {
  if (!isUuid(id)) throw new DataError('not-found', `There is no customer ${id}`);
  const client = await supabase();
  return z.parse(recordSchema, unwrap(await client.rpc('customer_record', { p_id: id }).abortSignal(signal)));
}

/** The customer of an account, by its id, or of an order, by the order's: an address names nobody (CUST-31). */
export const customerRecordQuery = (id: string) =>
  queryOptions({
    queryKey: orderKeys.customerRecord(id),
    queryFn: ({ signal }) => fetchCustomerRecord(id, signal),
    retry: retryUnlessMissing,
  });
