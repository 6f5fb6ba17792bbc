import CalendarDays from 'lucide-react/icons/calendar-days';
import type { AppointmentPeriod } from '@taller/shared/appointments/keys.ts';
import {
  shopAppointmentsQuery,
  type ShopAppointment,
} from '@taller/shared/appointments/appointment-queries.ts';
import { formatTime } from '@taller/shared/values/dates.ts';
import { formatPhone, telHref } from '@taller/shared/values/phone.ts';
import { useInfiniteQuery } from '@taller/shared/query';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatAppointment, formatDay, groupByDay } from '@taller/shared/appointments/appointment-dates.ts';
import { commonTexts } from '#src/components/texts.ts';
import { appointmentTexts } from '#src/features/appointments/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import styles from './appointments.module.css';
import { useAppointmentActions } from './appointment-actions.tsx';

/** The appointments of a period, grouped by day. */
export function AppointmentList({ period }: { period: AppointmentPeriod }) {
  const appointments = useInfiniteQuery(shopAppointmentsQuery(period));
  const { dialogs, move, cancel } = useAppointmentActions(period);
  const rows = appointments.data?.pages.flat() ?? [];
  const upcoming = period === 'upcoming';

  if (appointments.isPending) return <Skeleton label={commonTexts.loading} shape="rows" count={6} />;
  if (appointments.isError && rows.length === 0) {
    return (
      <ErrorState
        error={appointments.error}
        message={failureText(appointments.error, appointmentTexts.loadFailed)}
        onRetry={() => void appointments.refetch()}
        retrying={appointments.isFetching}
      />
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={<CalendarDays aria-hidden="true" />}
        title={upcoming ? appointmentTexts.noUpcoming : appointmentTexts.noPast}
      >
        {upcoming && appointmentTexts.noUpcomingHint}
      </EmptyState>
    );
  }
  return (
    <div className={styles.days}>
      {groupByDay(rows).map(([day, ofDay]) => (
        <section key={day} className={styles.day} aria-labelledby={`dia-${day}`}>
          <h2 id={`dia-${day}`}>{formatDay(day)}</h2>
          <ul className={styles.list}>
            {ofDay.map((row) => (
              <AppointmentRow
                key={row.id}
                row={row}
                actions={
                  upcoming
                    ? { onMove: () => move({ appointment: row }), onCancel: () => cancel(row) }
                    : undefined
                }
              />
            ))}
          </ul>
        </section>
      ))}
      {appointments.hasNextPage && (
        <Button
          loading={appointments.isFetchingNextPage}
          loadingText={commonTexts.loading}
          onClick={() => void appointments.fetchNextPage()}
        >
          {commonTexts.more}
        </Button>
      )}
      {dialogs}
    </div>
  );
}

interface AppointmentRowProps {
  row: ShopAppointment;
  actions?: { onMove: () => void; onCancel: () => void };
}

function AppointmentRow({ row, actions }: AppointmentRowProps) {
  const { customer, appointment_date: date, reason, status } = row;
  const cancelled = status === 'cancelled';
  return (
    <li className={classNames(styles.row, cancelled && styles.cancelled)}>
      <time className={styles.time} dateTime={date}>
        {formatTime(date)}
      </time>
      <span className={styles.name}>{customer.full_name || customer.email}</span>
      <span className={styles.reason}>{reason}</span>
      <span>{customer.phone && <a href={telHref(customer.phone)}>{formatPhone(customer.phone)}</a>}</span>
      <span className={styles.end}>
        {cancelled ? (
          <Badge tone="danger">{appointmentTexts.cancelled}</Badge>
        ) : (
          actions && (
            <>
              <Button
                size="sm"
                aria-label={appointmentTexts.moveOf(customer.full_name, formatAppointment(date))}
                onClick={actions.onMove}
              >
                {appointmentTexts.move}
              </Button>
              <Button
                size="sm"
                aria-label={appointmentTexts.cancelOf(customer.full_name, formatAppointment(date))}
                onClick={actions.onCancel}
              >
                {appointmentTexts.cancelOne}
              </Button>
            </>
          )
        )}
      </span>
    </li>
  );
}
