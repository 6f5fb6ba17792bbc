import { useSyncExternalStore } from 'react';
import { comingExceptions } from '@taller/shared/config/opening-hours.ts';
import { readFacts } from '@taller/shared/runtime';
import styles from './coming-days.module.css';

/** The day changes seldom, and opening the page again asks anew. */
const subscribe = () => () => {};

const coming = () => comingExceptions(readFacts().hours).join('\n');

/**
 * Holidays and special days of the next two weeks, below the week. Prerendered HTML, which does not know the current
 * day, has none.
 */
export function ComingDays() {
  const lines = useSyncExternalStore(subscribe, coming, () => '');
  if (!lines) return null;
  return (
    <ul className={styles.coming}>
      {lines.split('\n').map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
