import { ReportSkeleton } from '#src/features/figures/report-skeleton.tsx';

/** Stands for the counts of orders and their chart. */
export const OrdersSkeleton = () => <ReportSkeleton tiles={[4]} block="chart" />;

/** Stands for the chart of the times and what follows. */
export const TimesSkeleton = () => <ReportSkeleton block="chart" />;
