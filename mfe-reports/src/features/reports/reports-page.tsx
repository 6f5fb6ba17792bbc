import { useEffect } from 'react';
import { overviewQuery } from '@taller/shared/reports/overview-query.ts';
import { useQuery } from '@taller/shared/query';
import { ScreenTitle } from '@taller/shared/ui/screen-title.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { FrequencyChart } from '#src/features/charts/frequency-chart.tsx';
import { ResolutionChart } from '#src/features/charts/resolution-chart.tsx';
import { TrueTimes } from '#src/features/charts/true-times.tsx';
import { EarningsCard } from '#src/features/earnings/earnings-card.tsx';
import { ReportFilters } from '#src/features/filters/report-filters.tsx';
import { useReportFilter } from '#src/features/filters/use-report-filter.ts';
import { OrdersBehind } from '#src/features/orders-behind/orders-behind.tsx';
import { SummaryCards } from '#src/features/summary/summary-cards.tsx';
import { IdleOrders } from '#src/features/operations/idle-orders.tsx';
import { QuoteFigures } from '#src/features/operations/quote-figures.tsx';
import { TechnicianFigures } from '#src/features/operations/technician-figures.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { reportTexts } from '#src/features/reports/texts.ts';
import styles from '#src/components/page.module.css';

/** 'Reportes de Órdenes de Servicio', for admins. Everything except the earnings takes one round trip. */
export function ReportsPage() {
  const { filter, change } = useReportFilter();
  const overview = useQuery(overviewQuery(filter));
  // A failure is logged and shown in place, without a toast (DATA-06).
  useEffect(() => {
    if (overview.error) console.error(overview.error);
  }, [overview.error]);
  return (
    <OrdersBehind>
      <div className={styles.page}>
        <ScreenTitle>{reportTexts.title}</ScreenTitle>
        <ReportFilters filter={filter} people={overview.data?.people ?? []} onChange={change} />
        <EarningsCard filter={filter} />
        {overview.data ? (
          <>
            {overview.isPlaceholderData && <p role="status">{commonTexts.loading}</p>}
            <SummaryCards summary={overview.data.summary} filter={filter} />
            <FrequencyChart frequency={overview.data.frequency} filter={filter} />
            <ResolutionChart resolution={overview.data.resolution} />
            <TrueTimes resolution={overview.data.resolution} />
            <IdleOrders idle={overview.data.idle} />
            <TechnicianFigures technicians={overview.data.technicians} filter={filter} />
            <QuoteFigures quotes={overview.data.quotes} filter={filter} />
          </>
        ) : overview.isError ? (
          <ErrorState
            error={overview.error}
            message={reportTexts.loadError}
            onRetry={() => void overview.refetch()}
            retrying={overview.isFetching}
          />
        ) : (
          <Skeleton label={commonTexts.loading} shape="card" count={4} />
        )}
      </div>
    </OrdersBehind>
  );
}
