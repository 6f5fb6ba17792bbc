import { timesPartQuery } from '@taller/shared/reports/overview-query.ts';
import { useQuery } from '@taller/shared/query';
import { ResolutionChart } from '#src/features/charts/resolution-chart.tsx';
import { TrueTimes } from '#src/features/charts/true-times.tsx';
import { IdleOrders } from '#src/features/operations/idle-orders.tsx';
import { reportTexts } from '#src/features/reports/texts.ts';
import { SectionFrame } from './section-frame.tsx';
import { TimesSkeleton } from './skeletons.tsx';

/** How long work takes, and what has been waiting; of all orders, whatever the filters (REP-04). */
export function TimesSection() {
  const query = useQuery(timesPartQuery());
  return (
    <SectionFrame query={query} message={reportTexts.loadError} skeleton={<TimesSkeleton />}>
      {({ resolution, idle }) => (
        <>
          <ResolutionChart resolution={resolution} />
          <TrueTimes resolution={resolution} />
          <IdleOrders idle={idle} />
        </>
      )}
    </SectionFrame>
  );
}
