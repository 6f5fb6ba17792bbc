import { z } from '#src/values/zod.ts';
import { queryOptions, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { reportKeys } from './keys.ts';
import { filterArguments, type ReportFilter } from './report-filter.ts';

const earningsSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('ok'),
    total: z.number(),
    /** The twelve months up to this one; `previous` is the same month a year before. */
    months: z.array(z.object({ month: z.string(), amount: z.number(), previous: z.number() })),
  }),
  z.object({ outcome: z.enum(['wrong', 'locked', 'unset', 'expired']), locked_seconds: z.number() }),
]);

/** The sums behind the PIN, in whole pesos. */
export type Earnings = Extract<z.infer<typeof earningsSchema>, { outcome: 'ok' }>;

/** What the server answers to a PIN. `lockedUntil`: milliseconds since the epoch, in the past when tries are free. */
export type EarningsAnswer = Earnings | { outcome: 'wrong' | 'locked' | 'unset'; lockedUntil: number };

function lockedUntil(seconds: number): number {
  return Date.now() + seconds * 1000;
}

const pinStatusSchema = z.object({ set: z.boolean(), locked_seconds: z.number() });

/**
 * Hands a PIN in. The server counts it before it compares, in a call of its own; the ticket gets the answer. No ticket
 * while locked.
 * @throws DataError
 */
async function tryPin(pin: string): Promise<{ p_ticket?: string }> {
  const client = await supabase();
  const ticket = unwrap(await client.rpc('try_report_pin', { p_pin: pin })) as string | null;
  return ticket ? { p_ticket: ticket } : {};
}

/** More than a minute between the two calls, or an answer that was lost on its way. */
function expiredTicket(): DataError {
  return new DataError('offline', 'La comprobación del PIN venció. Inténtalo de nuevo.');
}

/** Asks for the sums behind the PIN. Wrong PINs count: five lock it for 15 minutes. @throws DataError */
export async function fetchEarnings(pin: string, filter: ReportFilter): Promise<EarningsAnswer> {
  const client = await supabase();
  const ticket = await tryPin(pin);
  const answer = earningsSchema.parse(
    unwrap(await client.rpc('report_earnings', { ...ticket, ...filterArguments(filter) })),
  );
  if (answer.outcome === 'ok') return answer;
  if (answer.outcome === 'expired') throw expiredTicket();
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

interface NewPin {
  /** Empty for the first one. */
  current: string;
  /** Four digits. */
  next: string;
}

const pinChangeSchema = z.enum(['ok', 'wrong', 'locked', 'invalid', 'expired']);

/** @throws DataError */
async function setReportPin(
  { current, next }: NewPin,
  { id, isRepeated }: RequestFacts<NewPin>,
): Promise<'ok' | 'wrong' | 'locked' | 'invalid'> {
  // A try is not spent on what the server refuses whatever the current PIN.
  if (!/^[0-9]{4}$/.test(next)) return 'invalid';
  const client = await supabase();
  const change = async (ticket: { p_ticket?: string }) =>
    pinChangeSchema.parse(
      unwrap(await client.rpc('set_report_pin', { ...ticket, p_new: next, p_request_id: id })),
    );
  // Where an earlier press has set it, the current PIN is the new one by now.
  if (isRepeated && (await change(await tryPin(next))) === 'ok') return 'ok';
  const outcome = await change(await tryPin(current));
  if (outcome === 'expired') throw expiredTicket();
  return outcome;
}

/** Sets the first PIN or changes it. */
export function useSetReportPinMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'informes.pin',
    mutationFn: setReportPin,
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: reportKeys.pinStatus() }),
  });
}
