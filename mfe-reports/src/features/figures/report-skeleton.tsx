import { commonTexts } from '#src/components/texts.ts';
import grid from '#src/components/even-grid.module.css';
import styles from './report-skeleton.module.css';

/** Stands for figures that are loading, in their shape: tiles, then a chart or the rows of a table. */
export function ReportSkeleton({ tiles = 0, block }: { tiles?: number; block?: 'chart' | 'rows' }) {
  return (
    <div className={styles.skeleton} role="status">
      <p className={styles.label}>{commonTexts.loading}</p>
      {tiles > 0 && (
        <div className={grid.grid} aria-hidden="true">
          {Array.from({ length: tiles }, (_, index) => (
            <span key={index} className={styles.tile} />
          ))}
        </div>
      )}
      {block && <span className={styles[block]} aria-hidden="true" />}
    </div>
  );
}
