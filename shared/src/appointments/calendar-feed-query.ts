import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { appointmentKeys } from './keys.ts';

/** The user's own calendar: since when it has its address, and when a program last read it. */
export interface CalendarFeed {
  readonly made_at: string;
  readonly last_read_at: string | null;
}

async function fetchFeed(signal: AbortSignal) {
  const client = await supabase();
  return unwrap(await client.rpc('calendar_feed_state').abortSignal(signal)) as CalendarFeed | null;
}

/** The user's own calendar; null without one (BOOK-12). */
export const calendarFeedQuery = () =>
  queryOptions({ queryKey: appointmentKeys.calendar, queryFn: ({ signal }) => fetchFeed(signal) });
