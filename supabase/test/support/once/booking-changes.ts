import {
  useBookMutation,
  useCancelBookingMutation,
  useMoveBookingMutation,
} from '@taller/shared/appointments/booking-mutations.ts';
import {
  useRenewCalendarMutation,
  useRevokeCalendarMutation,
} from '@taller/shared/appointments/calendar-feed-mutations.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import { bookFirst, firstFree, resetBookings, VISIT } from '../bookings.ts';
import type { Change } from './change.ts';

/** Online bookings, and the staff's calendars of them. */
export const BOOKING_CHANGES: Readonly<Record<string, Change>> = {
  useBookMutation: {
    begin: async ({ shop }) => {
      await resetBookings(shop);
      const at = await firstFree(shop.anon);
      const { mutateAsync } = callHook(useBookMutation);
      return () => mutateAsync({ at, ...VISIT });
    },
    counts: { 'private.booking_attempts': 'counted before it is known whether it is the same request' },
  },
  useMoveBookingMutation: {
    begin: async ({ shop }) => {
      await resetBookings(shop);
      const { secret } = await bookFirst(shop.anon);
      const to = await firstFree(shop.anon);
      const { mutateAsync } = callHook(useMoveBookingMutation);
      return () => mutateAsync({ secret, version: 1, to });
    },
  },
  useCancelBookingMutation: {
    begin: async ({ shop }) => {
      await resetBookings(shop);
      const { secret } = await bookFirst(shop.anon);
      const { mutateAsync } = callHook(useCancelBookingMutation);
      return () => mutateAsync(secret);
    },
  },
  useRenewCalendarMutation: {
    begin: async (stage) => {
      const { id } = await stage.signIn('receptionist');
      await stage.shop.sql`delete from private.calendar_feeds where user_id = ${id}`;
      const { mutateAsync } = callHook(useRenewCalendarMutation);
      return () => mutateAsync(undefined);
    },
  },
  useRevokeCalendarMutation: {
    begin: async (stage) => {
      const { id } = await stage.signIn('receptionist');
      await stage.shop
        .sql`insert into private.calendar_feeds (user_id, token_hash) values (${id}, sha256('x'))
        on conflict do nothing`;
      const { mutateAsync } = callHook(useRevokeCalendarMutation);
      return () => mutateAsync(undefined);
    },
  },
};
