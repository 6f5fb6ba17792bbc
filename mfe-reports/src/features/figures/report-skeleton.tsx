import { commonTexts } from '#src/components/texts.ts';
import grid from '#src/components/even-grid.module.css';
import styles from './report-skeleton.module.css';

interface ReportSkeletonProps {
  /** The number of tiles in each row. */
  tiles?: readonly number[];
  block?: 'chart' | 'rows';
}

/** Stands for figures that are loading, in their shape: tiles, then a chart or the rows of a table. */
export function ReportSkeleton({ tiles = [], block }: ReportSkeletonProps) {
  return (
    <div className={styles.skeleton} role="status">
      <p className={styles.label}>{commonTexts.loading}</p>
      {tiles.map((count) => (
        <div key={count} className={grid.grid} aria-hidden="true">
          {Array.from({ length: count }, (_, index) => (
            <span key={index} className={styles.tile} />
          ))}
        </div>
      ))}
      {block && <span className={styles[block]} aria-hidden="true" />}
    </div>
  );
}
