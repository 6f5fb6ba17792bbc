import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { retryUnlessMissing } from '#src/query/retry-unless-missing.ts';
import type { LinkedBooking, SlotWeek } from './booking-slots.ts';
import { bookingKeys } from './keys.ts';

async function fetchSlots(from: string | null, signal: AbortSignal): Promise<SlotWeek> {
  const client = await supabase();
  const asked = from === null ? {} : { p_from: from };
  return unwrap(await client.rpc('booking_slots', asked).abortSignal(signal)) as unknown as SlotWeek;
}

/** The times of seven days from a day on, from today without one (BOOK-01). */
export const slotsQuery = (from: string | null) =>
  queryOptions({
    queryKey: bookingKeys.slots(from),
    queryFn: ({ signal }) => fetchSlots(from, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** The last segment of a booking's link. */
const SECRET = /^[0-9a-f]{32}$/;

/** @throws DataError `not-found` for a wrong link. */
async function fetchBooking(secret: string, signal: AbortSignal): Promise<LinkedBooking> {
  if (!SECRET.test(secret)) throw new DataError('not-found', 'The link has no secret of a booking');
  const client = await supabase();
  const found = unwrap(await client.rpc('get_booking', { p_secret: secret }).abortSignal(signal));
  if (found === null) throw new DataError('not-found', 'There is no booking with that link');
  return found as unknown as LinkedBooking;
}

/** The booking of a link (BOOK-06). Never served from the cache: the shop may have moved it. */
export const bookingQuery = (secret: string) =>
  queryOptions({
    queryKey: bookingKeys.link(secret),
    queryFn: ({ signal }) => fetchBooking(secret, signal),
    staleTime: 0,
    gcTime: 0,
    retry: retryUnlessMissing,
  });
