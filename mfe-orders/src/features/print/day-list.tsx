import type { ReactNode } from 'react';
import { formatDay } from '@taller/shared/appointments/appointment-dates.ts';
import type { ShopAppointment } from '@taller/shared/appointments/appointment-queries.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { MOST_DUE, type DueOrder } from '@taller/shared/orders/promises/due-orders-query.ts';
import { promiseState, promiseWarning } from '@taller/shared/orders/promises/promise-state.ts';
import { readFacts } from '@taller/shared/runtime';
import { formatDateTime, formatTime, shopDay } from '@taller/shared/values/dates.ts';
import { excerpt } from '@taller/shared/values/excerpt.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';
import styles from './day-list.module.css';
import { printTexts } from './texts.ts';

const texts = printTexts.dayList;
/** Letters of a problem; the order has the rest. */
const LONGEST_PROBLEM = 160;

interface DayListProps {
  orders: readonly DueOrder[];
  appointments: readonly ShopAppointment[];
  /** The next day on which the shop opens. */
  day: string;
  now: Date;
}

/** A titled list of lines; one without any says so. */
function Part({ title, children }: { title: string; children: readonly ReactNode[] }) {
  return (
    <section className={styles.part}>
      <h2 className={styles.heading}>{`${title} (${children.length})`}</h2>
      {children.length === 0 ? <p>{texts.none}</p> : <ul className={styles.list}>{children}</ul>}
    </section>
  );
}

function OrderLine({ order, day, now }: { order: DueOrder; day: string; now: Date }) {
  const warning = promiseWarning(order, now);
  const promised = order.promised_at ?? now;
  const isLater = shopDay(promised) > day;
  return (
    <li>
      <div>
        <p className={styles.strong}>{formatOrderNumber(order.order_number)}</p>
        {!warning?.late && <p>{isLater ? formatDateTime(promised) : formatTime(promised)}</p>}
        {warning && <p>{warning.text}</p>}
      </div>
      <div>
        <p>{`${order.equipment_brand} ${order.equipment_model}${order.on_hold ? ` (${texts.onHold})` : ''}`}</p>
        <p>{excerpt(order.technical_work || order.work_description, LONGEST_PROBLEM)}</p>
      </div>
      <div>
        <p>{order.technician?.full_name ?? texts.unassigned}</p>
        <p>{order.customer_name}</p>
        <p>{formatPhone(order.customer_phone)}</p>
      </div>
    </li>
  );
}

const AppointmentLine = ({ row }: { row: ShopAppointment }) => (
  <li>
    <p className={styles.strong}>{formatTime(row.appointment_date)}</p>
    <div>
      {row.device && <p>{row.device}</p>}
      <p>{row.reason}</p>
    </div>
    <div>
      <p>{row.customer.full_name || row.customer.email}</p>
      {row.customer.phone && <p>{formatPhone(row.customer.phone)}</p>}
    </div>
  </li>
);

/** Orders late, at risk, or promised for today and the next opening day, with its appointments (TIME-38). */
export function DayList({ orders, appointments, day, now }: DayListProps) {
  const today = shopDay(now);
  const dayOf = (order: DueOrder) => shopDay(order.promised_at ?? now);
  const isLate = (order: DueOrder) => promiseState(order, now) === 'late';
  const isRisky = (order: DueOrder) => promiseState(order, now) === 'risk' && dayOf(order) > day;
  const lines = (chosen: readonly DueOrder[]) =>
    chosen.map((order) => <OrderLine key={order.id} order={order} day={day} now={now} />);
  const dueOn = (wanted: (promised: string) => boolean) =>
    lines(orders.filter((order) => !isLate(order) && wanted(dayOf(order))));
  const visits = (wanted: string) =>
    appointments
      .filter(
        ({ status, appointment_date: at }) =>
          status !== 'cancelled' && shopDay(at) === wanted && Date.parse(at) > now.getTime(),
      )
      .map((row) => <AppointmentLine key={row.id} row={row} />);
  return (
    <>
      <header className={styles.head}>
        <h1 className={styles.title}>{texts.title}</h1>
        <div>
          <p className={styles.strong}>{readFacts().shop.fullName}</p>
          <p>{texts.printedAt(formatDateTime(now))}</p>
        </div>
      </header>
      <Part title={texts.late}>{lines(orders.filter(isLate))}</Part>
      <Part title={texts.today}>{dueOn((promised) => promised === today)}</Part>
      <Part title={texts.promised(formatDay(day))}>
        {dueOn((promised) => promised > today && promised <= day)}
      </Part>
      <Part title={texts.risk}>{lines(orders.filter(isRisky))}</Part>
      {orders.length === MOST_DUE && <p>{texts.onlyFirst(MOST_DUE)}</p>}
      <Part title={texts.appointments}>{visits(today)}</Part>
      <Part title={texts.appointmentsOf(formatDay(day))}>{visits(day)}</Part>
    </>
  );
}
