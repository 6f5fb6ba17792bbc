import { lazyPart } from '@taller/shared/ui/lazy-part.tsx';
import { EarningsCard, type EarningsProps } from '#src/features/earnings/earnings-card.tsx';
import { ReportSkeleton } from '#src/features/figures/report-skeleton.tsx';
import styles from '#src/components/page.module.css';

/** Loaded once there are amounts to draw. */
const MonthsCard = lazyPart(
  () => import('#src/features/earnings/months-card.tsx').then((module) => module.MonthsCard),
  <ReportSkeleton block="chart" />,
);

/** 'Total Ganado' and, behind the PIN, twelve months of it (REP-02, REP-23). */
export function IncomeSection(props: EarningsProps) {
  const { earnings, filter } = props;
  return (
    <div className={styles.page}>
      <EarningsCard {...props} />
      {earnings.shown && <MonthsCard months={earnings.shown.months} filter={filter} />}
    </div>
  );
}
