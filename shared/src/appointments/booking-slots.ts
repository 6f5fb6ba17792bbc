/** The database's answers about online booking, also for the pages without JavaScript. */

/** A time that can be booked, unless it is taken. */
export interface Slot {
  readonly at: string;
  readonly free: boolean;
}

/** A day's times. */
export interface SlotDay {
  readonly day: string;
  /** Its free places are reserved for customers with a proven account, unlike the caller's (BOOK-17). */
  readonly reserved: boolean;
  readonly slots: readonly Slot[];
}

/** A week of times, as the database function booking_slots answers. */
export interface SlotWeek {
  /** Online booking may be switched off. */
  readonly enabled: boolean;
  readonly minutes: number;
  /** The first day of this week. */
  readonly from: string;
  /** The last day that can be booked. */
  readonly until: string;
  /** The first free time of all; null if there is none. */
  readonly next: string | null;
  readonly days: readonly SlotDay[];
}

/** A booking as its link shows it. */
export type LinkedBooking =
  | { readonly state: 'over' }
  | {
      readonly state: 'open' | 'cancelled' | 'received';
      /** The appointment's, which a calendar knows it by; it opens nothing. */
      readonly id: string;
      readonly at: string;
      readonly device: string;
      readonly reason: string;
      readonly version: number;
    };
