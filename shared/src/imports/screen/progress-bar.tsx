import styles from './progress-bar.module.css';

export interface ProgressBarProps {
  label: string;
  /** From 0 to 1. */
  value: number;
}

/** A progress bar; announced by screen readers as a percentage. */
export function ProgressBar({ label, value }: ProgressBarProps) {
  const percent = Math.round(value * 100);
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className={styles.fill} style={{ transform: `scaleX(${value})` }} />
    </div>
  );
}
