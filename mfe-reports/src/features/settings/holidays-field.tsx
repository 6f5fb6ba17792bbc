import { useEffect, useId, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { holidaysOf, weekdayOf, type Holiday } from '@taller/shared/config/chilean-holidays.ts';
import type { HoursSection, TimeRange } from '@taller/shared/config/shop-facts.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { addDays, formatWeekDate, shopDay } from '@taller/shared/values/dates.ts';
import type { FieldSpec } from './field-specs.ts';
import styles from './holidays-field.module.css';
import list from './list.module.css';
import settings from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.holidays;

/** Days ahead that are listed. */
const YEAR_DAYS = 365;
/** Holidays that are listed at first. */
const FIRST = 5;
/** Initial hours of a holiday that falls on a closed weekday. */
const USUAL: readonly TimeRange[] = [{ open: '10:00', close: '14:00' }];

/** The holidays of the next year. */
function nextHolidays(): readonly Holiday[] {
  const today = shopDay(new Date());
  const year = Number(today.slice(0, 4));
  return [...holidaysOf(year), ...holidaysOf(year + 1)].filter(
    ({ day }) => day >= today && day < addDays(today, YEAR_DAYS),
  );
}

/** Whether the shop closes on holidays, and the next ones, each of which can be opened as a special day (CFG-42). */
export function HolidaysField({ name, spec }: { name: string; spec: FieldSpec }) {
  const { register, control, setValue, setFocus } = useFormContext();
  const [isClosed, week, specialDays] = useWatch({ control, name: [name, 'week', 'specialDays'] }) as [
    boolean,
    HoursSection['week'],
    HoursSection['specialDays'],
  ];
  const titleId = useId();
  const [holidays] = useState(nextHolidays);
  const [isWhole, setWhole] = useState(false);
  const [added, setAdded] = useState<number | null>(null);
  useEffect(() => {
    if (added !== null) setFocus(`specialDays.${added}.hours.0.open`);
  }, [added, setFocus]);

  const open = ({ day, name: reason }: Holiday) => {
    const usual = week[weekdayOf(day)] ?? [];
    const hours = structuredClone(usual.length > 0 ? usual : USUAL);
    setValue('specialDays', [...specialDays, { from: day, to: day, reason, hours }], { shouldDirty: true });
    setAdded(specialDays.length);
  };

  return (
    <div className={list.list}>
      <Checkbox {...register(name)} label={spec.label} hint={spec.hint} />
      {isClosed && (
        <>
          <p id={titleId} className={list.title}>
            {texts.title}
          </p>
          <ul aria-labelledby={titleId} className={styles.holidays}>
            {(isWhole ? holidays : holidays.slice(0, FIRST)).map((holiday) => {
              const { day, name: title } = holiday;
              const date = texts.line(formatWeekDate(day), day.slice(0, 4));
              const isOwn = specialDays.some(({ from, to }) => from <= day && day <= to);
              const isFree = (week[weekdayOf(day)] ?? []).length === 0;
              return (
                <li key={day}>
                  <p className={settings.muted}>{date}</p>
                  <p>
                    <span className={settings.strong}>{title}</span>
                    {(isOwn || isFree) && (
                      <span className={settings.muted}> · {isOwn ? texts.own : texts.free}</span>
                    )}
                  </p>
                  {!isOwn && (
                    <Button size="sm" aria-label={texts.openOf(title, date)} onClick={() => open(holiday)}>
                      {texts.open}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
          {!isWhole && (
            <div>
              <Button size="sm" onClick={() => setWhole(true)}>
                {texts.all(holidays.length)}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}
