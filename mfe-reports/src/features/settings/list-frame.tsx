import { useId, useState, type ReactNode } from 'react';
import hidden from '@taller/shared/ui/hidden.module.css';
import styles from './list.module.css';
import settings from './settings.module.css';

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
  /** In place of the list's own. */
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
      <div role="group" aria-labelledby={titleId} className={className ?? styles.list}>
        <p id={titleId} className={hideLabel ? hidden.hidden : styles.title}>
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
        <span id={titleId} className={styles.title}>
          {label}
        </span>{' '}
        <span className={settings.muted}>{count}</span>
      </summary>
      <div className={styles.list}>{children}</div>
    </details>
  );
}
