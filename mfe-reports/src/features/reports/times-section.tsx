import { timesPartQuery } from '@taller/shared/reports/overview-query.ts';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import { waitsReportQuery } from '@taller/shared/reports/waits-report-query.ts';
import { useQuery } from '@taller/shared/query';
import { ResolutionChart } from '#src/features/charts/resolution-chart.tsx';
import { TrueTimes } from '#src/features/charts/true-times.tsx';
import { ReportSkeleton } from '#src/features/figures/report-skeleton.tsx';
import { IdleOrders } from '#src/features/operations/idle-orders.tsx';
import { WaitFigures } from '#src/features/operations/wait-figures.tsx';
import { reportTexts } from '#src/features/reports/texts.ts';
import { SectionFrame } from '#src/components/section-frame.tsx';
import { TimesSkeleton } from './skeletons.tsx';

/**
 * Repair times and idle orders, of all orders whatever the filters (REP-04), and the waits of the filter's orders
 * (TIME-09).
 */
export function TimesSection({ filter }: { filter: ReportFilter }) {
  const query = useQuery(timesPartQuery());
  const waits = useQuery(waitsReportQuery(filter));
  return (
    <SectionFrame query={query} message={reportTexts.loadError} skeleton={<TimesSkeleton />}>
      {({ resolution, idle }) => (
        <>
          <ResolutionChart resolution={resolution} />
          <TrueTimes resolution={resolution} />
          <SectionFrame
            query={waits}
            message={reportTexts.loadError}
            skeleton={<ReportSkeleton block="rows" />}
          >
            {(figures) => <WaitFigures waits={figures} />}
          </SectionFrame>
          <IdleOrders idle={idle} />
        </>
      )}
    </SectionFrame>
  );
}
