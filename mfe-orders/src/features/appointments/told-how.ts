import type { ShopAppointment } from '@taller/shared/appointments/appointment-queries.ts';

/** How who comes learns of a change: by the portal, by a call, or, if booked on the site, by WhatsApp. */
export type ToldHow = 'portal' | 'call' | 'message';

export function toldHow({ source, customer }: ShopAppointment): ToldHow {
  if (source === 'site') return 'message';
  return customer.id === null ? 'call' : 'portal';
}
