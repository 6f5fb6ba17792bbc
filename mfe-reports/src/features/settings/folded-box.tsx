import { useId, useState, type ReactNode } from 'react';
import styles from './list.module.css';
import settings from './settings.module.css';

export interface FoldedBoxProps {
  label: string;
  /** A summary of the fields beside its name, while they are folded away. */
  note: ReactNode;
  /** Something in it is wrong: it is not folded away. */
  isWrong: boolean;
  children: ReactNode;
}

/** Fields that are shown on request, by their name. */
export function FoldedBox({ label, note, isWrong, children }: FoldedBoxProps) {
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
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
        <span className={settings.muted}>{note}</span>
      </summary>
      <div className={styles.list}>{children}</div>
    </details>
  );
}
