import { useId, useState, type Ref } from 'react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { slotsQuery } from '@taller/shared/appointments/booking-queries.ts';
import type { SlotWeek } from '@taller/shared/appointments/booking-slots.ts';
import { bookingTexts as texts } from '@taller/shared/appointments/booking-texts.ts';
import { useQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import fieldStyles from '@taller/shared/ui/field.module.css';
import hidden from '@taller/shared/ui/hidden.module.css';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { addDays, formatTime, formatWeekDate, shopDay } from '@taller/shared/values/dates.ts';
import { OtherWays } from './other-ways.tsx';
import styles from './slot-picker.module.css';

const WEEK = 7;

/** The first day of the week, counted from today, that has a day. */
function weekOf(day: string, today: string): string {
  let from = today;
  while (addDays(from, WEEK) <= day) from = addDays(from, WEEK);
  return from;
}

interface SlotPickerProps {
  /** The chosen time; '' for none. */
  value: string;
  error?: string | undefined;
  onChange: (at: string) => void;
  /** Ref of the group of times, which takes the focus while none is chosen. */
  focusRef?: Ref<HTMLFieldSetElement>;
}

/** The times that can be booked: a week of days, and the times of one of them. Arrow keys move within each group. */
export function SlotPicker({ value, error, onChange, focusRef }: SlotPickerProps) {
  const [today] = useState(() => shopDay(new Date()));
  /** The week and the day that are looked at; null: those of the chosen time, or of the first free one. */
  const [looked, setLooked] = useState<{ from: string; day: string | null } | null>(null);
  const chosenDay = value === '' ? null : shopDay(value);
  const from = looked?.from ?? (chosenDay === null ? null : weekOf(chosenDay, today));
  const slots = useQuery(slotsQuery(from));
  return (
    <Loaded
      query={slots}
      message={texts.slotsFailed}
      skeleton={<Skeleton shape="card" count={1} label={texts.loading} />}
    >
      {(week) => {
        const day = looked?.day ?? firstDay(week, chosenDay);
        return (
          <div className={styles.picker} aria-busy={slots.isPlaceholderData}>
            <Days
              week={week}
              today={today}
              day={day}
              onDay={(picked) => setLooked({ from: week.from, day: picked })}
              onWeek={(first) => setLooked({ from: first, day: null })}
            />
            <Times week={week} day={day} {...{ value, error, onChange, focusRef }} />
          </div>
        );
      }}
    </Loaded>
  );
}

/** The day a week is opened at: that of the chosen time, else the first one with a free time. */
function firstDay({ days }: SlotWeek, chosen: string | null): string | null {
  const withFree = days.find(({ slots }) => slots.some(({ free }) => free));
  return (days.find(({ day }) => day === chosen) ?? withFree ?? days[0])?.day ?? null;
}

interface DaysProps {
  week: SlotWeek;
  today: string;
  day: string | null;
  onDay: (day: string) => void;
  onWeek: (from: string) => void;
}

function Days({ week, today, day, onDay, onWeek }: DaysProps) {
  const id = useId();
  const next = addDays(week.from, WEEK);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{texts.day}</legend>
      <div className={styles.days}>
        {week.days.map(({ day: one, reserved, slots }) => (
          <label key={one} className={styles.day}>
            <input
              type="radio"
              name={id}
              value={one}
              checked={one === day}
              disabled={!reserved && !slots.some(({ free }) => free)}
              onChange={() => onDay(one)}
            />
            <span className={styles.weekday} aria-hidden="true">
              {formatWeekDate(one).slice(0, 3)}
            </span>
            <span className={styles.date} aria-hidden="true">
              {Number(one.slice(8))}
            </span>
            <span className={hidden.hidden}>{formatWeekDate(one)}</span>
          </label>
        ))}
      </div>
      <div className={styles.weeks}>
        <Button
          size="sm"
          icon={<ChevronLeft aria-hidden="true" />}
          disabled={week.from <= today}
          onClick={() => onWeek(addDays(week.from, -WEEK))}
        >
          {texts.earlier}
        </Button>
        <Button
          size="sm"
          className={styles.later}
          icon={<ChevronRight aria-hidden="true" />}
          disabled={next > week.until}
          onClick={() => onWeek(next)}
        >
          {texts.later}
        </Button>
      </div>
    </fieldset>
  );
}

interface TimesProps extends SlotPickerProps {
  week: SlotWeek;
  day: string | null;
}

function Times({ week, day, value, error, onChange, focusRef }: TimesProps) {
  const id = useId();
  const { slots = [], reserved = false } = week.days.find((one) => one.day === day) ?? {};
  const isFree = slots.some(({ free }) => free);
  const none = week.next === null ? texts.none : texts.noneThatDay;
  return (
    <fieldset
      ref={focusRef}
      tabIndex={-1}
      className={styles.group}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={styles.legend}>
        <span>{texts.time}</span>
        {day !== null && <span className={styles.of}> {formatWeekDate(day)}</span>}
      </legend>
      {!isFree && <p>{reserved ? texts.gone.reserved : none}</p>}
      {!isFree && (reserved || week.next === null) && <OtherWays />}
      <div className={styles.times}>
        {slots.map(({ at, free }) => (
          <label key={at} className={styles.time}>
            <input
              type="radio"
              name={id}
              value={at}
              checked={isSame(at, value)}
              disabled={!free && !isSame(at, value)}
              onChange={() => onChange(at)}
            />
            <span>{formatTime(at)}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}

/** Whether two texts are one moment; '' is none. */
const isSame = (one: string, other: string) => new Date(one).getTime() === new Date(other).getTime();
