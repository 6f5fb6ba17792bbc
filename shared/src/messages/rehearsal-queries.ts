import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from './keys.ts';

/** A reminder that would go out. */
export interface RehearsedReminder {
  readonly order_id: string;
  readonly order_number: number;
  readonly customer_name: string;
  readonly event: string;
  readonly step: number;
}

/** A rehearsal of a form's reminders, saved or not (TIME-50, TIME-51). */
export interface ReminderRehearsal {
  /** When the next ones go out. */
  readonly at: string;
  /** The number of reminders that would go out today; `rows` has the first hundred. */
  readonly today: number;
  readonly rows: readonly RehearsedReminder[];
  /** The totals of the last 90 days. */
  readonly past: { readonly messages: number; readonly customers: number };
}

/** @param messages the values of section 'messages' that reminders ask, as JSON. */
export const reminderRehearsalQuery = (messages: string) =>
  queryOptions({
    queryKey: messageKeys.rehearsal('reminders', messages),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const answer = await client
        .rpc('rehearse_reminders', { p_messages: JSON.parse(messages) as never })
        .abortSignal(signal);
      return unwrap(answer) as unknown as ReminderRehearsal;
    },
    placeholderData: keepPreviousData,
  });

/** A comparison of a reason's usual days with the waits that ended in the last 90 days (TIME-52). */
export interface WaitRehearsal {
  readonly key: string;
  readonly waits: number;
  /** The waits that took no longer than the usual days. */
  readonly kept: number;
  /** The days in which four of five ended. */
  readonly usual: number;
}

/** @param waits reasons with `key` and `days`, as JSON. */
export const waitRehearsalQuery = (waits: string) =>
  queryOptions({
    queryKey: messageKeys.rehearsal('waits', waits),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const answer = await client
        .rpc('rehearse_waits', { p_waits: JSON.parse(waits) as never })
        .abortSignal(signal);
      return unwrap(answer) as unknown as readonly WaitRehearsal[];
    },
    placeholderData: keepPreviousData,
  });
