import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { functionFailure } from '#src/data-access/function-failure.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import type { LinkedBooking } from './booking-slots.ts';
import type { Booking } from './booking-schema.ts';
import { appointmentKeys, bookingKeys } from './keys.ts';

/** Why nothing was booked or moved; `next`: the first free time from the wanted one on. */
export interface SlotRefusal {
  readonly outcome: 'off' | 'taken' | 'closed' | 'reserved' | 'limit';
  readonly next?: string | null;
}

/** A booking with the secret of its link, or why there is none. */
export type BookOutcome =
  | { readonly outcome: 'booked'; readonly at: string; readonly secret: string }
  | SlotRefusal;

/** The refusal of book-appointment in its own words; null without any. */
async function refusalOf({ context }: Error & { context?: unknown }): Promise<DataError | null> {
  if (!(context instanceof Response) || (context.status !== 400 && context.status !== 409)) return null;
  const body = (await context.json().catch(() => null)) as { message?: unknown } | null;
  if (typeof body?.message !== 'string') return null;
  return new DataError('invalid', body.message, context.status === 409 ? 'PT409' : '23514');
}

async function book(booking: Booking, { id }: RequestFacts<Booking>): Promise<BookOutcome> {
  const client = await supabase();
  const answer = await client.functions.invoke<BookOutcome>('book-appointment', {
    body: { requestId: id, ...booking },
  });
  const error = answer.error as Error | null;
  if (error) throw (await refusalOf(error)) ?? functionFailure(error);
  if (!answer.data) throw new DataError('offline', 'The answer is empty', '', 'unreadable');
  return answer.data;
}

/** Books a time (BOOK-03). A time that is gone is an outcome, not an error. */
export function useBookMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'cita.reservar',
    mutationFn: book,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: bookingKeys.all }),
        client.invalidateQueries({ queryKey: appointmentKeys.all }),
      ]),
  });
}

/** The outcome of a move: done, refused with the next free time, or made pointless by a change meanwhile. */
export interface MoveOutcome {
  readonly outcome: 'moved' | 'changed' | SlotRefusal['outcome'] | LinkedBooking['state'];
  readonly booking: LinkedBooking;
  readonly next: string | null;
}

interface MoveBooking {
  secret: string;
  /** The version that was read. */
  version: number;
  to: string;
}

async function moveBooking({ secret, version, to }: MoveBooking): Promise<MoveOutcome> {
  const client = await supabase();
  const moved = unwrap(
    await client.rpc('move_booking', { p_secret: secret, p_version: version, p_to: to }),
  ) as unknown as MoveOutcome | null;
  if (!moved) throw new DataError('not-found', 'There is no booking with that link');
  return moved;
}

/** Moves the booking of a link (BOOK-06). Idempotent: to where it is already, it is moved. */
export function useMoveBookingMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: moveBooking,
    onSuccess: ({ booking }, { secret }) => client.setQueryData(bookingKeys.link(secret), booking),
    onSettled: () => client.invalidateQueries({ queryKey: bookingKeys.all }),
  });
}

async function cancelBooking(secret: string): Promise<LinkedBooking> {
  const client = await supabase();
  const cancelled = unwrap(await client.rpc('cancel_booking', { p_secret: secret })) as unknown as {
    booking: LinkedBooking;
  } | null;
  if (!cancelled) throw new DataError('not-found', 'There is no booking with that link');
  return cancelled.booking;
}

/** Cancels the booking of a link (BOOK-06). Idempotent. */
export function useCancelBookingMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: cancelBooking,
    onSuccess: (booking, secret) => client.setQueryData(bookingKeys.link(secret), booking),
    onSettled: () => client.invalidateQueries({ queryKey: bookingKeys.all }),
  });
}
