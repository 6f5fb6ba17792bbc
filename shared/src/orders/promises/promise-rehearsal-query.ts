import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '#src/orders/keys.ts';
import { z } from '#src/values/zod.ts';

const rehearsalSchema = z.object({
  orders: z.number(),
  /** The number of repairs finished by the date that they would have had. */
  kept: z.number(),
  /** Median promise and median repair, in opening hours; null without orders. */
  hours: z.nullable(z.number()),
  repair_hours: z.nullable(z.number()),
  /** Opening hours of a usual day. */
  day_hours: z.number(),
});

async function fetchRehearsal(margin: number, signal: AbortSignal) {
  const client = await supabase();
  const found = unwrap(await client.rpc('rehearse_promises', { p_margin: margin }).abortSignal(signal));
  return rehearsalSchema.parse(found);
}

/** The promises that a margin would have made over the last 90 days (TIME-29). Admins only. */
export const promiseRehearsalQuery = (margin: number) =>
  queryOptions({
    queryKey: orderKeys.promiseRehearsal(margin),
    queryFn: ({ signal }) => fetchRehearsal(margin, signal),
    staleTime: 60_000,
  });
