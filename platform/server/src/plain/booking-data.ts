import type { LinkedBooking, SlotWeek } from '@taller/shared/appointments/booking-slots.ts';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import type { Typed } from './booking-pages.ts';

/** The reason why a time was refused, and the next free one. */
export interface Refused {
  outcome: string;
  next?: string | null;
}

/** The calls of the pages of online booking, on behalf of one visitor. */
export interface BookingData {
  facts: ShopFacts;
  slots(from: string | null): Promise<SlotWeek | 'unavailable'>;
  book(typed: Typed): Promise<{ secret: string } | Refused | { message: string } | 'unavailable'>;
  booking(secret: string): Promise<LinkedBooking | null | 'unavailable'>;
  /** Null for a wrong link. */
  move(secret: string, version: number, to: string): Promise<Refused | null | 'unavailable'>;
  /** Whether it was answered. */
  cancel(secret: string): Promise<boolean>;
}

interface Asking {
  facts: ShopFacts;
  /** Calls the API; undefined if too many requests are queued. */
  ask: (path: string, body: object) => Promise<Response | undefined>;
  /** Calls the function book-appointment. */
  askFunction: (body: object) => Promise<Response | undefined>;
}

/** Calls API and function, as the browser's script does. */
export function bookingData({ facts, ask, askFunction }: Asking): BookingData {
  const call = async <Answer>(name: string, body: object): Promise<Answer | 'unavailable'> => {
    const response = await ask(`/rest/v1/rpc/${name}`, body);
    return response?.ok ? ((await response.json()) as Answer) : 'unavailable';
  };
  return {
    facts,
    slots: (from) => call('booking_slots', from === null ? {} : { p_from: from }),
    booking: (secret) => call('get_booking', { p_secret: secret }),
    move: (secret, version, to) => call('move_booking', { p_secret: secret, p_version: version, p_to: to }),
    cancel: async (secret) => (await call('cancel_booking', { p_secret: secret })) !== 'unavailable',
    async book({ request, ...typed }) {
      const response = await askFunction({ requestId: request, ...typed });
      if (!response || response.status >= 500 || response.status === 429) return 'unavailable';
      const answer = (await response.json()) as Refused & { secret: string; message?: string };
      return answer.message === undefined ? answer : { message: answer.message };
    },
  };
}
