/** The part of the shop's appointments that a list shows. */
export type AppointmentPeriod = 'upcoming' | 'past';

/** Query keys of appointments. */
export const appointmentKeys = {
  all: ['appointments'] as const,
  own: (userId: string) => [...appointmentKeys.all, 'own', userId] as const,
  /** The appointments from one day until another, which is excluded. */
  days: (from: string, until: string) => [...appointmentKeys.all, 'days', from, until] as const,
  shop: (period: AppointmentPeriod) => [...appointmentKeys.all, 'shop', period] as const,
  one: (id: string) => [...appointmentKeys.all, 'one', id] as const,
  calendar: ['appointments', 'calendar'] as const,
};

/** Query keys of online booking. */
export const bookingKeys = {
  all: ['bookings'] as const,
  slots: (from: string | null) => [...bookingKeys.all, 'slots', from] as const,
  link: (secret: string) => [...bookingKeys.all, 'link', secret] as const,
};
