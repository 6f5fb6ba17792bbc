import { useRef, type CSSProperties } from 'react';
import { formatDay, VISIT_MINUTES } from '@taller/shared/appointments/appointment-dates.ts';
import type { ShopAppointment } from '@taller/shared/appointments/appointment-queries.ts';
import { exceptionOn, tellsHours } from '@taller/shared/config/opening-hours.ts';
import { readFacts } from '@taller/shared/runtime';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { formatTime, shopDay } from '@taller/shared/values/dates.ts';
import { minuteOf, openSpans, placeRows, shownHours, timeOf, type Span } from './week-layout.ts';
import { weekTexts } from './texts.ts';
import { useDrag, type Slot } from './use-drag.ts';
import styles from './week.module.css';

export interface WeekColumnsProps {
  days: readonly string[];
  /** Appointments on those days, earliest first. */
  rows: readonly ShopAppointment[];
  now: Date;
  onOpen: (row: ShopAppointment) => void;
  onDrop: (row: ShopAppointment, slot: Slot) => void;
}

/** `23` of a day, and `lun`. */
const dateOf = (day: string): string => String(Number(day.slice(8)));
const shortName = (day: string): string => formatDay(day).slice(0, 3);

/** Position in a column: minutes as a share of the hours shown. */
const place = (shown: Span, from: number, until: number): CSSProperties => ({
  insetBlockStart: `${((from - shown.from) / (shown.until - shown.from)) * 100}%`,
  blockSize: `${((until - from) / (shown.until - shown.from)) * 100}%`,
});

/** Days as columns, with opening hours and the appointments at their times (APPT-01). */
export function WeekColumns({ days, rows, now, onOpen, onDrop }: WeekColumnsProps) {
  const columns = useRef<HTMLDivElement>(null);
  const { hours } = readFacts();
  const shown = shownHours(
    hours,
    days,
    rows.map((row) => row.appointment_date),
  );
  const { dragged, handlers, wasDragged } = useDrag({ columns, days, shown, onDrop });
  const count = (shown.until - shown.from) / 60;
  const today = shopDay(now);
  const marks = Array.from({ length: count }, (_, index) => shown.from + index * 60);
  return (
    <div className={styles.week} style={{ '--days': days.length, '--hours': count } as CSSProperties}>
      {days.length > 1 && (
        <div className={styles.heads} aria-hidden="true">
          {days.map((day) => (
            <p key={day} className={classNames(styles.head, day === today && styles.today)}>
              {shortName(day)} <strong>{dateOf(day)}</strong>
            </p>
          ))}
        </div>
      )}
      <div className={styles.times} aria-hidden="true">
        {marks.map((minute) => (
          <span key={minute}>{timeOf(minute)}</span>
        ))}
      </div>
      <div ref={columns} className={styles.columns}>
        {days.map((day) => (
          <section key={day} className={styles.day} aria-label={formatDay(day)}>
            {openSpans(hours, day).map((span) => (
              <div key={span.from} className={styles.open} style={place(shown, span.from, span.until)} />
            ))}
            {tellsHours(hours) && openSpans(hours, day).length === 0 && (
              <p className={styles.closed}>{exceptionOn(hours, day)?.reason ?? weekTexts.closed}</p>
            )}
            {day === today && minuteOf(now) >= shown.from && minuteOf(now) < shown.until && (
              <div className={styles.now} style={place(shown, minuteOf(now), minuteOf(now))} />
            )}
            <ul className={styles.blocks}>
              {placeRows(rows.filter((row) => shopDay(row.appointment_date) === day)).map(
                ({ row, minute, lane, lanes }) => (
                  <li
                    key={row.id}
                    className={styles.slot}
                    style={{
                      ...place(shown, minute, minute + VISIT_MINUTES),
                      insetInlineStart: `${(lane / lanes) * 100}%`,
                      inlineSize: `${100 / lanes}%`,
                    }}
                  >
                    <button
                      type="button"
                      className={classNames(
                        styles.block,
                        new Date(row.appointment_date) < now && styles.past,
                        dragged?.id === row.id && styles.lifted,
                      )}
                      title={`${formatTime(row.appointment_date)} ${row.customer.full_name} · ${row.reason}`}
                      onClick={() => !wasDragged() && onOpen(row)}
                      {...handlers(row)}
                    >
                      <strong>{formatTime(row.appointment_date)}</strong>{' '}
                      <span>{row.customer.full_name || row.customer.email}</span> <span>{row.reason}</span>
                    </button>
                  </li>
                ),
              )}
            </ul>
            {dragged?.slot?.day === day && <Target shown={shown} time={dragged.slot.time} />}
          </section>
        ))}
      </div>
    </div>
  );
}

/** Marks the time at which the dragged appointment would be dropped. */
function Target({ shown, time }: { shown: Span; time: string }) {
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return (
    <div className={styles.target} style={place(shown, minute, minute + VISIT_MINUTES)}>
      {time}
    </div>
  );
}
