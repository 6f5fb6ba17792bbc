import { z } from '#src/domain/schemas/zod.ts';
import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data/data-error.ts';
import { reportKeys } from './keys.ts';
import { filterArguments, type ReportFilter } from './report-filter.ts';

const earningsSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('ok'),
    total: z.number(),
    /** The twelve months up to this one; `previous` is the same month a year before. */
    months: z.array(z.object({ month: z.string(), amount: z.number(), previous: z.number() })),
  }),
  z.object({ outcome: z.enum(['wrong', 'locked', 'unset']), locked_seconds: z.number() }),
]);

/** The sums behind the PIN, in whole pesos. */
export type Earnings = Extract<z.infer<typeof earningsSchema>, { outcome: 'ok' }>;

/** What the server answers to a PIN. `lockedUntil`: milliseconds since the epoch, in the past when tries are free. */
export type EarningsAnswer = Earnings | { outcome: 'wrong' | 'locked' | 'unset'; lockedUntil: number };

function lockedUntil(seconds: number): number {
  return Date.now() + seconds * 1000;
}

const pinStatusSchema = z.object({ set: z.boolean(), locked_seconds: z.number() });

/** Asks for the sums behind the PIN. Wrong PINs count: five lock it for 15 minutes. */
export async function fetchEarnings(pin: string, filter: ReportFilter): Promise<EarningsAnswer> {
  const client = await supabase();
  const answer = earningsSchema.parse(
    unwrap(await client.rpc('report_earnings', { p_pin: pin, ...filterArguments(filter) })),
  );
  if (answer.outcome === 'ok') return answer;
  return { outcome: answer.outcome, lockedUntil: lockedUntil(answer.locked_seconds) };
}

/**
 * The sums of one filter with a PIN that the server has taken. Never asked again by itself and kept by no cache: each call counts
 * as a try. The PIN is no part of the key.
 */
export function earningsQuery(filter: ReportFilter, pin: string) {
  return queryOptions({
    queryKey: [...reportKeys.earnings(), filter] as const,
    queryFn: () => fetchEarnings(pin, filter),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Whether a PIN is set, and until when this user's tries are locked. */
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

/** Sets the first PIN (`current` empty) or changes it; four digits. */
export async function setReportPin(
  current: string,
  next: string,
): Promise<'ok' | 'wrong' | 'locked' | 'invalid'> {
  const client = await supabase();
  const outcome = unwrap(await client.rpc('set_report_pin', { p_current: current, p_new: next }));
  return z.enum(['ok', 'wrong', 'locked', 'invalid']).parse(outcome);
}
