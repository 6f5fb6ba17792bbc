import { VISIT_MINUTES } from '@taller/shared/appointments/appointment-dates.ts';
import { openingState, tellsHours } from '@taller/shared/config/opening-hours.ts';
import { dayAppointmentsQuery } from '@taller/shared/appointments/appointment-queries.ts';
import { useQuery } from '@taller/shared/query';
import { readFacts } from '@taller/shared/runtime';
import { addDays, formatTime, isDay, shopInstant } from '@taller/shared/values/dates.ts';
import { appointmentTexts } from './texts.ts';

/**
 * Warns about the entered date and time if the shop is closed then or has another appointment. Undefined otherwise, and
 * while they are incomplete.
 * @param exceptId the appointment that the user moves.
 */
export function useTimeWarning(date: string, time: string, exceptId?: string): string | undefined {
  const isComplete = isDay(date) && /^\d{2}:\d{2}$/.test(time);
  const day = isComplete ? date : '';
  const others = useQuery({
    ...dayAppointmentsQuery(day, isComplete ? addDays(date, 1) : ''),
    placeholderData: undefined,
    enabled: isComplete,
  });
  if (!isComplete) return undefined;
  const at = shopInstant(date, time);
  const { hours } = readFacts();
  if (tellsHours(hours) && !openingState(hours, at).open) return appointmentTexts.closedThen;
  const taken = (others.data ?? []).filter(
    ({ id, status, appointment_date: other }) =>
      id !== exceptId &&
      status === 'scheduled' &&
      Math.abs(new Date(other).getTime() - at.getTime()) < VISIT_MINUTES * 60_000,
  );
  return taken.length > 0
    ? appointmentTexts.takenThen(taken.map((other) => formatTime(other.appointment_date)).join(', '))
    : undefined;
}
