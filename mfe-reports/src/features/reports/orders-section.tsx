import { ordersPartQuery } from '@taller/shared/reports/overview-query.ts';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import { useQuery } from '@taller/shared/query';
import { FrequencyChart } from '#src/features/charts/frequency-chart.tsx';
import { SummaryCards } from '#src/features/summary/summary-cards.tsx';
import { UnrepairedOrders } from '#src/features/operations/unrepaired-orders.tsx';
import { reportTexts } from '#src/features/reports/texts.ts';
import { SectionFrame } from '#src/components/section-frame.tsx';
import { OrdersSkeleton } from './skeletons.tsx';

/** Counts of the filtered orders, and their types (REP-03, REP-04). */
export function OrdersSection({ filter }: { filter: ReportFilter }) {
  const query = useQuery(ordersPartQuery(filter));
  return (
    <SectionFrame query={query} message={reportTexts.loadError} skeleton={<OrdersSkeleton />}>
      {({ summary, frequency, unrepaired }) => (
        <>
          <SummaryCards summary={summary} filter={filter} />
          <FrequencyChart frequency={frequency} filter={filter} />
          <UnrepairedOrders unrepaired={unrepaired} filter={filter} />
        </>
      )}
    </SectionFrame>
  );
}
