import type { ReactNode } from 'react';
import styles from './definition-list.module.css';

export interface Definition {
  term: string;
  /** Missing values are shown as '—'. */
  value: ReactNode;
  /** Spans the whole line, for long text. */
  wide?: boolean;
}

/** Terms and values, in as many columns as fit. Line breaks in values are preserved. */
export function DefinitionList({ items }: { items: readonly Definition[] }) {
  return (
    <dl className={styles.list}>
      {items.map(({ term, value, wide }) => (
        <div key={term} className={wide ? styles.wide : undefined}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value}>
            {value === null || value === undefined || value === '' ? '—' : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
