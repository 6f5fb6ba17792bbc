import { formatDay } from '@taller/shared/appointments/appointment-dates.ts';
import type { ShopAppointment } from '@taller/shared/appointments/appointment-queries.ts';
import { classNames } from '@taller/shared/ui/class-names.ts';
import hiddenStyles from '@taller/shared/ui/hidden.module.css';
import { shopDay } from '@taller/shared/values/dates.ts';
import { weekTexts } from './texts.ts';
import styles from './week.module.css';

export interface DayStripProps {
  days: readonly string[];
  rows: readonly ShopAppointment[];
  current: string;
  today: string;
  onShow: (day: string) => void;
}

/** The days of the week with their numbers of appointments, to choose one on a phone. */
export function DayStrip({ days, rows, current, today, onShow }: DayStripProps) {
  return (
    <div className={styles.strip} role="group" aria-label={weekTexts.days}>
      {days.map((day) => {
        const total = rows.filter((row) => shopDay(row.appointment_date) === day).length;
        return (
          <button
            key={day}
            type="button"
            className={classNames(styles.stripDay, day === today && styles.today)}
            aria-pressed={day === current}
            onClick={() => onShow(day)}
          >
            <span className={hiddenStyles.hidden}>
              {`${formatDay(day)}, ${total === 0 ? weekTexts.none : weekTexts.count(total)}`}
            </span>
            <span aria-hidden="true">{formatDay(day).slice(0, 1)}</span>
            <strong aria-hidden="true">{Number(day.slice(8))}</strong>
            <span className={styles.total} aria-hidden="true">
              {total > 0 ? total : ' '}
            </span>
          </button>
        );
      })}
    </div>
  );
}
