import type { ReactNode } from 'react';
import styles from './definition-list.module.css';

export interface Definition {
  term: string;
  /** Missing values are shown as '—'. */
  value: ReactNode;
  /** Below the value, such as where it comes from. */
  note?: string;
  /** Spans the whole line, for long text. */
  wide?: boolean;
}

/** Terms and values, in as many columns as fit. Line breaks in values are preserved. */
export function DefinitionList({ items }: { items: readonly Definition[] }) {
  return (
    <dl className={styles.list}>
      {items.map(({ term, value, note, wide }) => (
        <div key={term} className={wide ? styles.wide : undefined}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value}>
            {value === null || value === undefined || value === '' ? '—' : value}
          </dd>
          {note && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
