import type { DaySums, MethodSums } from '@taller/shared/reports/results-queries.ts';
import { methodLabel } from '@taller/shared/orders/ledger/payment-method.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { monthName } from '#src/features/earnings/month-name.ts';
import { ReportSkeleton } from '#src/features/figures/report-skeleton.tsx';
import { resultTexts } from '#src/features/results/texts.ts';
import page from '#src/components/page.module.css';
import { SectionFrame } from '#src/components/section-frame.tsx';
import { ExportButton } from './export-button.tsx';
import { PagedTable } from './paged-table.tsx';
import { useResult } from './results-context.ts';
import type { ResultsPeriod } from './use-results-period.ts';

const texts = resultTexts.payments;

/** `yyyy-mm` has no day. */
const isMonth = (day: string) => day.length === 7;
const dayName = (day: string) => (isMonth(day) ? monthName(day) : formatDate(day));

const METHOD: Column<MethodSums> = {
  id: 'method',
  header: texts.method,
  width: 8,
  cell: (row) => methodLabel(row.method),
};

interface Figure {
  id: Exclude<keyof MethodSums, 'method'>;
  header: string;
  priority?: 'low';
}
const FIGURES: readonly Figure[] = [
  { id: 'payments', header: texts.payments },
  { id: 'received', header: texts.received },
  { id: 'given_back', header: texts.givenBack },
  { id: 'corrected', header: texts.corrected },
  { id: 'net', header: texts.net },
];
/** The drawers' cash, in a shop that keeps drawers. */
const OF_DRAWERS: readonly Figure[] = [
  { id: 'moved', header: texts.moved, priority: 'low' },
  { id: 'difference', header: texts.difference, priority: 'low' },
];

const column = ({ id, header, priority }: Figure): Column<MethodSums> => ({
  id,
  header,
  priority,
  kind: 'figure',
  width: id === 'payments' ? 4 : undefined,
  cell: (row) => (id === 'payments' ? formatThousands(row[id]) : row[id] === null ? '—' : formatClp(row[id])),
});

/** Payments and refunds in a period, by method, and by method and day (REP-29). */
export function PaymentsSection({ period }: { period: ResultsPeriod }) {
  const query = useResult('payments', period.days);
  return (
    <SectionFrame query={query} message={resultTexts.loadFailed} skeleton={<ReportSkeleton block="rows" />}>
      {({ methods, days }) => {
        const byMonth = days.some(({ day }) => isMonth(day));
        const title = byMonth ? texts.daysByMonth : texts.days;
        const header = byMonth ? resultTexts.month : resultTexts.day;
        const hasDrawers = days.some(({ moved }) => moved !== null);
        const figures = hasDrawers ? [...FIGURES, ...OF_DRAWERS] : FIGURES;
        const sums = [METHOD, ...figures.map((figure) => column(figure))];
        return (
          <>
            <Card title={texts.methods}>
              <p className={page.text}>{texts.text(period.name, hasDrawers)}</p>
              {methods.length === 0 ? (
                <EmptyState title={resultTexts.none}>{resultTexts.noneHint}</EmptyState>
              ) : (
                <PagedTable
                  label={texts.methods}
                  columns={sums}
                  rows={methods}
                  rowKey={(row) => row.method}
                />
              )}
            </Card>
            {days.length > 0 && (
              <Card
                title={title}
                actions={
                  <ExportButton
                    title={title}
                    columns={[
                      { header, value: (row: DaySums) => dayName(row.day) },
                      { header: texts.method, value: (row) => methodLabel(row.method) },
                      ...figures.map((figure) => ({
                        header: figure.header,
                        value: (row: DaySums) => row[figure.id],
                      })),
                    ]}
                    rows={() => days}
                  />
                }
              >
                <PagedTable
                  label={title}
                  columns={[
                    { id: 'day', header, kind: 'fact', width: 6, cell: (row) => dayName(row.day) },
                    ...sums,
                  ]}
                  rows={days}
                  rowKey={(row) => row.day + row.method}
                />
              </Card>
            )}
          </>
        );
      }}
    </SectionFrame>
  );
}
