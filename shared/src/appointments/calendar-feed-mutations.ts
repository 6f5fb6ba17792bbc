import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { appointmentKeys } from './keys.ts';

/** @returns the new address' secret, which is shown once. */
async function renewFeed(_: void, { id }: RequestFacts<void>): Promise<string> {
  const client = await supabase();
  return unwrap(await client.rpc('renew_calendar_feed', { p_request_id: id }));
}

/** Gives the user's calendar a new address, which voids the one before. */
export function useRenewCalendarMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'calendario.renovar',
    mutationFn: renewFeed,
    onSettled: () => client.invalidateQueries({ queryKey: appointmentKeys.calendar }),
  });
}

async function revokeFeed(): Promise<void> {
  const client = await supabase();
  unwrap(await client.rpc('revoke_calendar_feed'));
}

/** Ends the user's calendar. Idempotent. */
export function useRevokeCalendarMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: revokeFeed,
    onSettled: () => client.invalidateQueries({ queryKey: appointmentKeys.calendar }),
  });
}
