import type { OwnAppointment } from '@taller/shared/appointments/own-appointments-query.ts';
import { VISIT_MINUTES } from '@taller/shared/appointments/appointment-dates.ts';
import { toIcs } from '@taller/shared/appointments/ics.ts';
import { readFacts } from '@taller/shared/runtime';

/** The `.ics` file of an appointment. */
export function toCalendarFile(appointment: OwnAppointment, title: string, stamp: Date): string {
  const { shop } = readFacts();
  const { street, city } = shop.address;
  return toIcs({
    uid: `${appointment.id}@${location.hostname}`,
    start: new Date(appointment.appointment_date),
    minutes: VISIT_MINUTES,
    title,
    description: appointment.reason,
    location: [shop.fullName, street, city].filter(Boolean).join(', '),
    stamp,
  });
}
