import { useId, useState, type ReactNode } from 'react';
import { classNames } from '@taller/shared/ui/class-names.ts';
import hidden from '@taller/shared/ui/hidden.module.css';
import styles from './settings.module.css';

interface ListFrameProps {
  label: string;
  /** Its group's title says it. */
  hideLabel?: boolean;
  /** Number of items, told while they are folded away. */
  count: number;
  /** Its items are shown on request: for lists of many. */
  folded?: boolean;
  /** Something in it is wrong: it is not folded away. */
  isWrong: boolean;
  className?: string;
  children: ReactNode;
}

/** A list with its name; a folded one is opened by it. */
export function ListFrame({
  label,
  hideLabel,
  count,
  folded = false,
  isWrong,
  className,
  children,
}: ListFrameProps) {
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
  if (!folded)
    return (
      <div role="group" aria-labelledby={titleId} className={classNames(styles.list, className)}>
        <p id={titleId} className={hideLabel ? hidden.hidden : styles.listTitle}>
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
