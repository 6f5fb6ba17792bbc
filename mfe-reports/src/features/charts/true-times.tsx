import type { ReportOverview } from '@taller/shared/reports/overview-query.ts';
import { NO_FILTER } from '@taller/shared/reports/report-filter.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { formatDecimal } from '#src/values/format-figures.ts';
import { FigureButton } from '#src/features/drill-down/figure-button.tsx';
import { chartTexts } from '#src/features/charts/texts.ts';
import page from '#src/components/page.module.css';
import { storedTypeLabel } from '@taller/shared/orders/equipment.ts';

type Resolution = ReportOverview['resolution'][number];

/** All three link to the same orders, slowest first: the basis of a median and a percentile. */
const figure = (header: string, line: Resolution, text: string) => (
  <FigureButton
    figure={text}
    orders={{
      card: 'measured',
      title: chartTexts.of(header, storedTypeLabel(line.type)),
      text: chartTexts.measuredText,
      filter: { ...NO_FILTER, equipmentType: line.type },
    }}
  />
);

const COLUMNS: readonly Column<Resolution>[] = [
  { id: 'type', header: chartTexts.type, width: 5.25, cell: (line) => storedTypeLabel(line.type) },
  {
    id: 'measured',
    header: chartTexts.measured,
    kind: 'figure',
    width: 3.5,
    cell: (line) => figure(chartTexts.measured, line, formatThousands(line.measured)),
  },
  {
    id: 'median',
    header: chartTexts.medianDays,
    kind: 'figure',
    width: 3.75,
    cell: (line) => figure(chartTexts.medianDays, line, formatDecimal(line.median_days)),
  },
  {
    id: 'p90',
    header: chartTexts.p90Days,
    kind: 'figure',
    width: 3.75,
    cell: (line) => figure(chartTexts.p90Days, line, formatDecimal(line.p90_days)),
  },
];

/** The measured time from creation to completion, in addition to the mean of REP-04, which later edits lengthen. */
export function TrueTimes({ resolution }: { resolution: Resolution[] }) {
  const measured = resolution.filter((line) => line.measured > 0);
  return (
    <Card title={chartTexts.trueTime}>
      <p className={page.text}>{chartTexts.trueTimeText}</p>
      {measured.length === 0 ? (
        <EmptyState title={chartTexts.noneMeasured.title}>{chartTexts.noneMeasured.hint}</EmptyState>
      ) : (
        <Table label={chartTexts.trueTime} columns={COLUMNS} rows={measured} rowKey={(line) => line.type} />
      )}
    </Card>
  );
}
