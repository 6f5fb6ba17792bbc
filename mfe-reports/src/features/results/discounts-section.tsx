import type { DiscountLine } from '@taller/shared/reports/results-queries.ts';
import type { Column } from '@taller/shared/ui/table.tsx';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { monthName } from '#src/features/earnings/month-name.ts';
import { ReportSkeleton } from '#src/features/figures/report-skeleton.tsx';
import { resultTexts } from '#src/features/results/texts.ts';
import { formatShare } from '#src/values/format-figures.ts';
import { SectionFrame } from '#src/components/section-frame.tsx';
import { ResultTable } from './result-table.tsx';
import { useResult } from './results-context.ts';
import type { ResultsPeriod } from './use-results-period.ts';

const texts = resultTexts.discounts;

const nameOf = ({ id, name }: DiscountLine) => (id === '' ? texts.noPerson : name || resultTexts.gone);

const COLUMNS: readonly Column<DiscountLine>[] = [
  { id: 'person', header: texts.person, width: 8, cell: nameOf },
  { id: 'month', header: resultTexts.month, width: 6, cell: (row) => monthName(row.month) },
  {
    id: 'orders',
    header: resultTexts.orders,
    kind: 'figure',
    width: 5,
    cell: (row) => formatThousands(row.orders),
  },
  { id: 'discount', header: texts.discount, kind: 'figure', cell: (row) => formatClp(row.discount) },
  {
    id: 'share',
    header: texts.share,
    kind: 'figure',
    cell: (row) => formatShare(row.discount, row.discount + row.income),
  },
  { id: 'income', header: texts.income, kind: 'figure', cell: (row) => formatClp(row.income) },
];

const CSV = [
  { header: texts.person, value: nameOf },
  { header: resultTexts.month, value: (row: DiscountLine) => row.month },
  { header: resultTexts.orders, value: (row: DiscountLine) => row.orders },
  { header: texts.discount, value: (row: DiscountLine) => row.discount },
  { header: texts.income, value: (row: DiscountLine) => row.income },
];

/** Discounts of a period by who wrote them and month, beside what was charged (REP-28). */
export function DiscountsSection({ period }: { period: ResultsPeriod }) {
  const query = useResult('discounts', period.request);
  return (
    <SectionFrame query={query} message={resultTexts.loadFailed} skeleton={<ReportSkeleton block="rows" />}>
      {({ rows }) => (
        <ResultTable
          title={texts.title}
          text={texts.text(period.name)}
          none={texts.none}
          columns={COLUMNS}
          csv={CSV}
          rows={rows}
          rowKey={(row) => `${row.id} ${row.month}`}
        />
      )}
    </SectionFrame>
  );
}
