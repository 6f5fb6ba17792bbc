import { ReportSkeleton } from '#src/features/figures/report-skeleton.tsx';
import styles from './key-figures.module.css';

/** Stands for the key figures while they load, as high as they are: what is below keeps its place. */
export function KeyFiguresSkeleton() {
  return (
    <div className={styles.waiting}>
      <ReportSkeleton tiles={[4]} />
    </div>
  );
}
