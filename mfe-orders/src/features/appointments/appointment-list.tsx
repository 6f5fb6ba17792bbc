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
import { DataList } from '@taller/shared/ui/data-list.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { formatAppointment, formatDay, groupByDay } from '@taller/shared/appointments/appointment-dates.ts';
import { commonTexts } from '#src/components/texts.ts';
import { appointmentTexts } from '#src/features/appointments/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import styles from './appointments.module.css';
import { useAppointmentActions } from './appointment-actions.tsx';
import { AppointmentOrder } from './appointment-order.tsx';

interface Actions {
  move: (appointment: ShopAppointment) => void;
  cancel: (appointment: ShopAppointment) => void;
}

/** A part of a row, struck through while its appointment is cancelled. */
const part = ({ status }: ShopAppointment, className?: string) =>
  classNames(className, status === 'cancelled' && styles.cancelled);

const FACTS: readonly Column<ShopAppointment>[] = [
  {
    id: 'time',
    header: appointmentTexts.time,
    kind: 'fact',
    width: 3.5,
    cell: (row) => (
      <time className={part(row, styles.time)} dateTime={row.appointment_date}>
        {formatTime(row.appointment_date)}
      </time>
    ),
  },
  {
    id: 'customer',
    header: appointmentTexts.customer,
    width: 11.5,
    plain: true,
    cell: (row) => {
      const { full_name: name, email, phone } = row.customer;
      return (
        <>
          <span className={part(row, styles.name)}>{name || email}</span>
          {phone && (
            <p className={styles.muted}>
              <a href={telHref(phone)}>{formatPhone(phone)}</a>
            </p>
          )}
        </>
      );
    },
  },
  {
    id: 'reason',
    header: appointmentTexts.reason,
    width: 11.5,
    plain: true,
    cell: (row) => (
      <>
        {row.device && <span className={part(row, styles.name)}>{row.device}</span>}
        <p className={part(row, styles.reason)}>{row.reason}</p>
        {row.source === 'site' && <Badge tone="info">{appointmentTexts.online}</Badge>}
      </>
    ),
  },
];

const columns = (actions: Actions | undefined): readonly Column<ShopAppointment>[] => [
  ...FACTS,
  {
    id: 'actions',
    header: appointmentTexts.actions,
    kind: 'actions',
    width: actions ? 19 : 8,
    cell: (row) => <RowEnd row={row} actions={actions} />,
  },
];

/** The appointments of a period, in a list for each day. */
export function AppointmentList({ period }: { period: AppointmentPeriod }) {
  const appointments = useInfiniteQuery(shopAppointmentsQuery(period));
  const { dialogs, move, cancel } = useAppointmentActions(period);
  const upcoming = period === 'upcoming';
  return (
    <>
      <DataList
        query={appointments}
        rows={appointments.data?.pages.flat()}
        loadFailed={failureText(appointments.error, appointmentTexts.loadFailed)}
        skeleton={{ rows: 6, label: commonTexts.loading }}
        empty={
          upcoming
            ? { title: appointmentTexts.noUpcoming, hint: appointmentTexts.noUpcomingHint }
            : { title: appointmentTexts.noPast }
        }
        more={
          appointments.hasNextPage && {
            isLoading: appointments.isFetchingNextPage,
            onMore: () => void appointments.fetchNextPage(),
          }
        }
      >
        {(rows) => (
          <div>
            {groupByDay(rows).map(([day, ofDay]) => (
              <section key={day} className={styles.day} aria-labelledby={`dia-${day}`}>
                <h2 id={`dia-${day}`}>{formatDay(day)}</h2>
                <Table
                  label={formatDay(day)}
                  columns={columns(
                    upcoming ? { move: (appointment) => move({ appointment }), cancel } : undefined,
                  )}
                  rows={ofDay}
                  rowKey={(row) => row.id}
                  hidesHead
                />
              </section>
            ))}
          </div>
        )}
      </DataList>
      {dialogs}
    </>
  );
}

/** The mark of a cancelled appointment, or the order and the buttons of another. */
function RowEnd({ row, actions }: { row: ShopAppointment; actions: Actions | undefined }) {
  const { customer, appointment_date: date, status } = row;
  if (status === 'cancelled') return <Badge tone="danger">{appointmentTexts.cancelled}</Badge>;
  if (!actions || row.order_number !== null) return <AppointmentOrder appointment={row} />;
  const when = formatAppointment(date);
  return (
    <span className={styles.end}>
      <AppointmentOrder appointment={row} />
      <Button
        size="sm"
        aria-label={appointmentTexts.moveOf(customer.full_name, when)}
        onClick={() => actions.move(row)}
      >
        {appointmentTexts.move}
      </Button>
      <Button
        size="sm"
        aria-label={appointmentTexts.cancelOf(customer.full_name, when)}
        onClick={() => actions.cancel(row)}
      >
        {appointmentTexts.cancelOne}
      </Button>
    </span>
  );
}
