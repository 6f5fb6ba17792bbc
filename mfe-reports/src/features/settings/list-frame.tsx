import { useId, type ReactNode } from 'react';
import hidden from '@taller/shared/ui/hidden.module.css';
import { FoldedBox } from './folded-box.tsx';
import styles from './list.module.css';

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
  /** Replaces the list's own class. */
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
  if (folded)
    return (
      <FoldedBox label={label} note={count} isWrong={isWrong}>
        {children}
      </FoldedBox>
    );
  return (
    <div role="group" aria-labelledby={titleId} className={className ?? styles.list}>
      <p id={titleId} className={hideLabel ? hidden.hidden : styles.title}>
        {label}
      </p>
      {children}
    </div>
  );
}
