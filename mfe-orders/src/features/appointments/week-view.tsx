import { useRef, useState, type TouchEvent } from 'react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { formatDay } from '@taller/shared/appointments/appointment-dates.ts';
import {
  dayAppointmentsQuery,
  type ShopAppointment,
} from '@taller/shared/appointments/appointment-queries.ts';
import { useQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import { useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { dayField, type AddressFields } from '@taller/shared/values/address-state.ts';
import { addDays, formatWeekDate, shopDay } from '@taller/shared/values/dates.ts';
import { commonTexts } from '#src/components/texts.ts';
import { weekOf } from './week-layout.ts';
import { useAppointmentActions } from './appointment-actions.tsx';
import { AppointmentDialog } from './appointment-dialog.tsx';
import { DayStrip } from './day-strip.tsx';
import { appointmentTexts, weekTexts } from './texts.ts';
import { WeekColumns } from './week-columns.tsx';
import styles from './week.module.css';

/** Below this width a day is shown at a time. */
const ONE_DAY = '(max-width: 43.74rem)';
/** How far a finger swipes sideways to change the day, in pixels. */
const SWIPE = 60;

const FIELDS: AddressFields<{ day: string | null }> = { day: dayField('dia') };

/** `23 al 29 de noviembre`, `30 de noviembre al 6 de diciembre`. */
function spanOf(first: string, last: string): string {
  const [from = [], to = []] = [first, last].map((each) => formatWeekDate(each).split(' ').slice(1));
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${(isOneMonth ? from.slice(0, 1) : from).join(' ')} al ${to.join(' ')}`;
}

/** The appointments of a week as columns of days; on phones a day at a time (APPT-01). */
export function WeekView() {
  const { state, change } = useAddressState(FIELDS);
  const [now] = useState(() => new Date());
  const single = useMediaQuery(ONE_DAY);
  const today = shopDay(now);
  const day = state.day ?? today;
  const week = weekOf(day);
  const [monday = day, sunday = day] = [week[0], week.at(-1)];
  const appointments = useQuery(dayAppointmentsQuery(monday, addDays(monday, 7)));
  const [opened, setOpened] = useState<ShopAppointment | null>(null);
  const { dialogs, move, cancel } = useAppointmentActions('semana');
  const show = (next: string) => change({ day: next === today ? null : next });
  const go = (steps: number) => show(addDays(day, steps * (single ? 1 : 7)));
  const swipe = useSwipe(single ? go : undefined);
  const title = single ? formatDay(day) : weekTexts.week(spanOf(monday, sunday));
  return (
    <section className={styles.view} aria-label={weekTexts.view} aria-busy={appointments.isFetching}>
      <WeekBar title={title} single={single} isToday={day === today} onToday={() => show(today)} onGo={go} />
      <Loaded
        query={appointments}
        message={appointmentTexts.loadFailed}
        skeleton={<Skeleton label={commonTexts.loading} shape="rows" count={6} />}
      >
        {(all) => {
          const rows = all.filter(({ status }) => status === 'scheduled');
          const ofDay = rows.filter((row) => shopDay(row.appointment_date) === day);
          const shown = single ? ofDay : rows;
          return (
            <>
              {single && <DayStrip days={week} rows={rows} current={day} today={today} onShow={show} />}
              <p className={styles.hint}>
                {shown.length === 0
                  ? single
                    ? weekTexts.emptyDay
                    : weekTexts.empty
                  : !single && weekTexts.hint}
              </p>
              <div {...swipe}>
                <WeekColumns
                  days={single ? [day] : week}
                  rows={shown}
                  now={now}
                  onOpen={setOpened}
                  onDrop={(appointment, to) => move({ appointment, to })}
                />
              </div>
            </>
          );
        }}
      </Loaded>
      {opened && (
        <AppointmentDialog
          appointment={opened}
          onClose={() => setOpened(null)}
          onMove={() => {
            setOpened(null);
            move({ appointment: opened });
          }}
          onCancel={() => {
            setOpened(null);
            cancel(opened);
          }}
        />
      )}
      {dialogs}
    </section>
  );
}

interface WeekBarProps {
  title: string;
  /** A day is shown at a time. */
  single: boolean;
  isToday: boolean;
  onToday: () => void;
  onGo: (steps: number) => void;
}

/** The title of the days shown, and buttons to the days before and after. */
function WeekBar({ title, single, isToday, onToday, onGo }: WeekBarProps) {
  return (
    <header className={styles.bar}>
      <Button size="sm" disabled={isToday} onClick={onToday}>
        {weekTexts.today}
      </Button>
      <IconButton
        label={single ? weekTexts.dayBack : weekTexts.back}
        icon={<ChevronLeft aria-hidden="true" />}
        onClick={() => onGo(-1)}
      />
      <IconButton
        label={single ? weekTexts.dayOn : weekTexts.on}
        icon={<ChevronRight aria-hidden="true" />}
        onClick={() => onGo(1)}
      />
      <h2 aria-live="polite">{title}</h2>
    </header>
  );
}

/** A swipe to the left goes on, one to the right back. */
function useSwipe(go?: (steps: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  if (!go) return {};
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches.item(0);
      start.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches.item(0);
      if (!start.current || !finger) return;
      const across = finger.clientX - start.current.x;
      const along = Math.abs(finger.clientY - start.current.y);
      start.current = null;
      if (Math.abs(across) > SWIPE && along < SWIPE) go(across < 0 ? 1 : -1);
    },
  };
}
