import { useDeferredValue } from 'react';
import { promiseRehearsalQuery } from '@taller/shared/orders/promises/promise-rehearsal-query.ts';
import { PROMISE_MARGIN } from '@taller/shared/settings/desk-schema.ts';
import { useQuery } from '@taller/shared/query';
import styles from './promise-rehearsal.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.promiseRehearsal;
const figure = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 });

/** Rehearses a margin: the promises that it would have made over the last 90 days (TIME-29). */
export function PromiseRehearsal({ value }: { value: unknown }) {
  const margin = useDeferredValue(Number(value));
  const isMargin =
    Number.isInteger(margin) && margin >= PROMISE_MARGIN.least && margin <= PROMISE_MARGIN.most;
  const { data, isError } = useQuery({
    ...promiseRehearsalQuery(margin),
    enabled: isMargin,
    placeholderData: (before) => before,
  });
  if (!isMargin) return null;
  return (
    <p className={styles.rehearsal} role="status">
      {isError
        ? texts.failed
        : !data
          ? texts.loading
          : data.orders === 0
            ? texts.none
            : texts.kept(
                Math.round((100 * data.kept) / data.orders),
                data.orders,
                figure.format((data.hours ?? 0) / data.day_hours),
                figure.format((data.repair_hours ?? 0) / data.day_hours),
              )}
    </p>
  );
}
