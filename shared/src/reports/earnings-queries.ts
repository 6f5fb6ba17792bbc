import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { z } from '#src/values/zod.ts';
import { reportKeys } from './keys.ts';
import { lockedUntil, expiredTicket, tryPin, type PinRefusal } from './try-pin.ts';
import { filterArguments, type ReportFilter } from './report-filter.ts';
import type { ReportPeriod } from './report-period.ts';

const pinStatusSchema = z.object({ set: z.boolean(), locked_seconds: z.number() });

/** Whether a PIN is set, and until when this user's attempts are locked. */
export function pinStatusQuery() {
  return queryOptions({
    queryKey: reportKeys.pinStatus(),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const status = pinStatusSchema.parse(unwrap(await client.rpc('report_pin_status').abortSignal(signal)));
      return { set: status.set, lockedUntil: lockedUntil(status.locked_seconds) };
    },
    staleTime: 0,
  });
}

const earningsSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('ok'),
    total: z.number(),
    /** The last twelve months; `previous` is the same month of the previous year. */
    months: z.array(z.object({ month: z.string(), amount: z.number(), previous: z.number() })),
    /** Earnings of the period and its number of orders, each beside the period before. */
    period: z.object({
      now: z.number(),
      before: z.number(),
      orders: z.number(),
      orders_before: z.number(),
      line: z.array(z.number()),
    }),
  }),
  z.object({ outcome: z.enum(['wrong', 'locked', 'unset', 'expired']), locked_seconds: z.number() }),
]);

/** The earnings, in whole pesos. */
export type Earnings = Extract<z.infer<typeof earningsSchema>, { outcome: 'ok' }>;

/** The server's response to a PIN. */
export type EarningsAnswer = Earnings | PinRefusal;

/** Requests the earnings. Wrong PINs count: five lock it for 15 minutes. @throws DataError */
export async function fetchEarnings(
  pin: string,
  filter: ReportFilter,
  { from, to, beforeFrom, beforeTo, step }: ReportPeriod,
): Promise<EarningsAnswer> {
  const client = await supabase();
  const ticket = await tryPin(pin);
  const answer = earningsSchema.parse(
    unwrap(
      await client.rpc('report_earnings', {
        ...ticket,
        ...filterArguments(filter),
        p_period_from: from,
        p_period_to: to,
        p_before_from: beforeFrom,
        p_before_to: beforeTo,
        p_step: step,
      }),
    ),
  );
  if (answer.outcome === 'ok') return answer;
  if (answer.outcome === 'expired') throw expiredTicket();
  return { outcome: answer.outcome, lockedUntil: lockedUntil(answer.locked_seconds) };
}

/**
 * The earnings for a filter with an accepted PIN. Neither refetched nor cached: each call counts as an attempt. The PIN
 * is not part of the key.
 */
export function earningsQuery(filter: ReportFilter, period: ReportPeriod, pin: string) {
  return queryOptions({
    queryKey: reportKeys.earnings(filter, period),
    queryFn: () => fetchEarnings(pin, filter, period),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
