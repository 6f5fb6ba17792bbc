import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { z } from '#src/values/zod.ts';
import { reportKeys } from './keys.ts';
import { expiredTicket, tryPin } from './try-pin.ts';

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
  // Values that the server rejects in any case must not use up an attempt.
  if (!/^[0-9]{4}$/.test(next)) return 'invalid';
  const client = await supabase();
  const change = async (ticket: { p_ticket?: string }) =>
    pinChangeSchema.parse(
      unwrap(await client.rpc('set_report_pin', { ...ticket, p_new: next, p_request_id: id })),
    );
  // If an earlier request has set it, the current PIN is already the new one.
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
