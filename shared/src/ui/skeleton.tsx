import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';
import { uiTexts } from './texts.ts';

export interface SkeletonProps {
  /** Visible next to the placeholder shapes; 'Loading...' in the reports. */
  label?: string;
  /** Lines of text, rows of a table or cards. */
  shape?: 'text' | 'rows' | 'card';
  /** The number of placeholders. */
  count?: number;
  className?: string;
}

/** A loading placeholder in the shape of the content, with a text. */
export function Skeleton({ label = uiTexts.loading, shape = 'text', count = 3, className }: SkeletonProps) {
  return (
    <div className={classNames(styles.skeleton, shape !== 'text' && styles[shape], className)} role="status">
      <p className={styles.label}>{label}</p>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={styles.line} aria-hidden="true" />
      ))}
    </div>
  );
}
