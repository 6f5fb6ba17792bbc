import type { ReactNode } from 'react';
import styles from './definition-list.module.css';

export interface Definition {
  term: string;
  /** Missing values show as '—'. */
  value: ReactNode;
  /** Takes the whole line, for long text. */
  wide?: boolean;
}

/** Facts as term and value, in as many columns as fit. Line breaks in values are kept. */
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
