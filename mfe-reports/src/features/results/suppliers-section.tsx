import type { SupplierLine } from '@taller/shared/reports/results-queries.ts';
import type { Column } from '@taller/shared/ui/table.tsx';
import { formatThousands } from '@taller/shared/values/money.ts';
import { ReportSkeleton } from '#src/features/figures/report-skeleton.tsx';
import { resultTexts } from '#src/features/results/texts.ts';
import { formatShare } from '#src/values/format-figures.ts';
import { SectionFrame } from '#src/components/section-frame.tsx';
import { ResultTable } from './result-table.tsx';
import { useResult } from './results-context.ts';
import type { ResultsPeriod } from './use-results-period.ts';

const texts = resultTexts.suppliers;

type Count = Exclude<keyof SupplierLine, 'supplier_name'>;
const count = (id: Count, header: string): Column<SupplierLine> => ({
  id,
  header,
  kind: 'figure',
  width: 5,
  cell: (row) => formatThousands(row[id]),
});

const COLUMNS: readonly Column<SupplierLine>[] = [
  { id: 'supplier', header: texts.supplier, width: 14, cell: (row) => row.supplier_name },
  count('bought', texts.bought),
  count('fitted', texts.fitted),
  count('faulty', texts.faulty),
  {
    id: 'rate',
    header: texts.rate,
    kind: 'figure',
    width: 5,
    cell: (row) => formatShare(row.faulty, row.fitted + row.faulty),
  },
  count('credited', texts.credited),
  count('orders', texts.orders),
  count('came_back', texts.cameBack),
];

const CSV = [
  { header: texts.supplier, value: (row: SupplierLine) => row.supplier_name },
  { header: texts.bought, value: (row: SupplierLine) => row.bought },
  { header: texts.fitted, value: (row: SupplierLine) => row.fitted },
  { header: texts.faulty, value: (row: SupplierLine) => row.faulty },
  { header: texts.credited, value: (row: SupplierLine) => row.credited },
  { header: texts.orders, value: (row: SupplierLine) => row.orders },
  { header: texts.cameBack, value: (row: SupplierLine) => row.came_back },
];

/** Each supplier's parts of a period: bought, fitted, faulty and credited, and orders that came back (REP-38). */
export function SuppliersSection({ period }: { period: ResultsPeriod }) {
  const query = useResult('suppliers', period.days);
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
          rowKey={(row) => row.supplier_name}
        />
      )}
    </SectionFrame>
  );
}
