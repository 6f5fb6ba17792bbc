import { useId, useState, type ReactNode } from 'react';
import styles from './settings.module.css';

interface ListFrameProps {
  label: string;
  /** Number of items, told while they are folded away. */
  count: number;
  /** Its items are shown on request: for lists of many. */
  folded?: boolean;
  /** Something in it is wrong: it is not folded away. */
  isWrong: boolean;
  children: ReactNode;
}

/** A list with its name; a folded one is opened by it. */
export function ListFrame({ label, count, folded = false, isWrong, children }: ListFrameProps) {
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
  if (!folded)
    return (
      <div role="group" aria-labelledby={titleId} className={styles.list}>
        <p id={titleId} className={styles.listTitle}>
          {label}
        </p>
        {children}
      </div>
    );
  return (
    <details
      aria-labelledby={titleId}
      className={styles.folded}
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span id={titleId} className={styles.listTitle}>
          {label}
        </span>{' '}
        <span className={styles.muted}>{count}</span>
      </summary>
      <div className={styles.list}>{children}</div>
    </details>
  );
}
