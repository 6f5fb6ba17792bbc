import { quotesPartQuery, techniciansPartQuery } from '@taller/shared/reports/overview-query.ts';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import { useQuery } from '@taller/shared/query';
import { ReportSkeleton } from '#src/features/figures/report-skeleton.tsx';
import { QuoteFigures } from '#src/features/operations/quote-figures.tsx';
import { TechnicianFigures } from '#src/features/operations/technician-figures.tsx';
import { reportTexts } from '#src/features/reports/texts.ts';
import { SectionFrame } from './section-frame.tsx';

/** How customers decide on quotes. */
export function QuotesSection({ filter }: { filter: ReportFilter }) {
  const query = useQuery(quotesPartQuery(filter));
  return (
    <SectionFrame query={query} message={reportTexts.loadError} skeleton={<ReportSkeleton tiles={5} />}>
      {({ quotes }) => <QuoteFigures quotes={quotes} filter={filter} />}
    </SectionFrame>
  );
}

/** Completed orders by technician. */
export function TechniciansSection({ filter }: { filter: ReportFilter }) {
  const query = useQuery(techniciansPartQuery(filter));
  return (
    <SectionFrame query={query} message={reportTexts.loadError} skeleton={<ReportSkeleton block="rows" />}>
      {({ technicians }) => <TechnicianFigures technicians={technicians} filter={filter} />}
    </SectionFrame>
  );
}
