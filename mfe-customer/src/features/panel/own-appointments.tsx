import { useState } from 'react';
import CalendarDays from 'lucide-react/icons/calendar-days';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import {
  ownAppointmentsQuery,
  type OwnAppointment,
} from '@taller/shared/appointments/appointment-queries.ts';
import { shopDay } from '@taller/shared/values/dates.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { useQuery } from '@taller/shared/query';
import { readFacts } from '@taller/shared/runtime';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { saveFile } from '@taller/shared/ui/save-file.ts';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatAppointment, VISIT_MINUTES } from '@taller/shared/appointments/appointment-dates.ts';
import { commonTexts } from '#src/components/texts.ts';
import { panelTexts } from '#src/features/panel/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import styles from './customer-panel.module.css';
import { toIcs } from '@taller/shared/appointments/ics.ts';

/** The `.ics` file of an appointment. */
function toCalendarFile(appointment: OwnAppointment, title: string, stamp: Date): string {
  const { shop } = readFacts();
  const { street, city } = shop.address;
  return toIcs({
    uid: `${appointment.id}@${location.hostname}`,
    sequence: appointment.version - 1,
    start: new Date(appointment.appointment_date),
    minutes: VISIT_MINUTES,
    title,
    description: appointment.reason,
    location: [shop.fullName, street, city].filter(Boolean).join(', '),
    stamp,
  });
}

/** The own appointments, earliest first; those that are over are folded below those to come (CUST-01). */
export function OwnAppointments({ userId }: { userId: string }) {
  const appointments = useQuery(ownAppointmentsQuery(userId));
  const rows = appointments.data ?? [];
  const [now] = useState(() => new Date());
  const isPast = ({ appointment_date: date }: OwnAppointment) => new Date(date) < now;
  const coming = rows.filter((appointment) => !isPast(appointment));
  const past = rows.filter(isPast);
  const books = readFacts().hours.booking.enabled;
  return (
    <section className={styles.section} aria-labelledby="mis-citas">
      <h2 id="mis-citas">{panelTexts.appointments}</h2>
      {appointments.isPending && <Skeleton label={commonTexts.loading} count={2} />}
      {appointments.isError && rows.length === 0 && (
        <ErrorState
          error={appointments.error}
          message={failureText(appointments.error, panelTexts.appointmentsFailed)}
          onRetry={() => void appointments.refetch()}
          retrying={appointments.isFetching}
        />
      )}
      {appointments.isSuccess && coming.length === 0 && (
        <EmptyState icon={<CalendarDays aria-hidden="true" />} title={panelTexts.noAppointments}>
          {books ? panelTexts.bookHint : panelTexts.noAppointmentsHint}
        </EmptyState>
      )}
      {coming.length > 0 && <Appointments appointments={coming} />}
      {past.length > 0 && (
        <details className={styles.earlier}>
          <summary>{panelTexts.pastOnes(past.length)}</summary>
          <Appointments appointments={past} past />
        </details>
      )}
      {/* Below a list of unknown length: shown with it, so that it does not move. */}
      {books && !appointments.isPending && (
        <p>
          <LinkButton to={paths.booking.getHref()} icon={<CalendarPlus aria-hidden="true" />}>
            {panelTexts.book}
          </LinkButton>
        </p>
      )}
    </section>
  );
}

interface AppointmentsProps {
  appointments: readonly OwnAppointment[];
  past?: boolean;
}

const Appointments = ({ appointments, past = false }: AppointmentsProps) => (
  <ul className={styles.list}>
    {appointments.map((appointment) => (
      <AppointmentItem key={appointment.id} appointment={appointment} past={past} />
    ))}
  </ul>
);

function AppointmentItem({ appointment, past }: { appointment: OwnAppointment; past: boolean }) {
  const { appointment_date: date, reason, status } = appointment;
  const when = formatAppointment(date);
  const cancelled = status === 'cancelled';
  const download = () =>
    saveFile(
      panelTexts.fileName(shopDay(date)),
      toCalendarFile(appointment, panelTexts.eventTitle(readFacts().shop.name), new Date()),
      'text/calendar;charset=utf-8',
    );
  return (
    <li className={classNames(styles.item, cancelled && styles.gone)}>
      <div>
        <p className={styles.when}>
          <time dateTime={date}>{when}</time>
        </p>
        {appointment.moved_from && !cancelled && !past && (
          <p className={styles.muted}>{panelTexts.movedFrom(formatAppointment(appointment.moved_from))}</p>
        )}
        <p className={styles.muted}>{reason}</p>
      </div>
      {cancelled && <Badge tone="danger">{panelTexts.cancelled}</Badge>}
      {!cancelled && past && <Badge>{panelTexts.past}</Badge>}
      {!cancelled && !past && (
        <div>
          <Button
            size="sm"
            icon={<CalendarPlus aria-hidden="true" />}
            aria-label={panelTexts.addToCalendarOf(when)}
            onClick={download}
          >
            {panelTexts.addToCalendar}
          </Button>
        </div>
      )}
    </li>
  );
}
