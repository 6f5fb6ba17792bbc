import type { ShopAppointment } from '@taller/shared/appointments/appointment-queries.ts';

/** The way a customer learns of a change: in the portal, by a call, or, if booked on the site, by WhatsApp. */
export type ToldHow = 'portal' | 'call' | 'message';

/** Chooses how the customer of an appointment learns of its change. */
export function toldHow({ source, customer }: ShopAppointment): ToldHow {
  if (source === 'site') return 'message';
  return customer.id === null ? 'call' : 'portal';
}
