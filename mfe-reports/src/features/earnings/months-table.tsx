import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { formatChange } from '#src/values/format-figures.ts';
import { FigureButton } from '#src/features/drill-down/figure-button.tsx';
import { earningsTexts } from '#src/features/earnings/texts.ts';
import { monthName, yearBefore } from './month-name.ts';

interface Month {
  /** `yyyy-mm` */
  month: string;
  amount: number;
  previous: number;
}

function columns(filter: ReportFilter, hasBefore: boolean): readonly Column<Month>[] {
  const amount = (month: string, value: number) => (
    <FigureButton
      figure={formatClp(value)}
      orders={{
        card: 'earned',
        title: earningsTexts.of(monthName(month)),
        text: earningsTexts.ofText,
        filter: { ...filter, from: null, to: null },
        month,
      }}
    />
  );
  const own: Column<Month>[] = [
    { id: 'month', header: earningsTexts.month, width: 7, cell: (row) => monthName(row.month) },
    {
      id: 'amount',
      header: earningsTexts.amount,
      kind: 'figure',
      cell: (row) => amount(row.month, row.amount),
    },
  ];
  if (!hasBefore) return own;
  return [
    ...own,
    {
      id: 'previous',
      header: earningsTexts.previous,
      kind: 'figure',
      cell: (row) => amount(yearBefore(row.month), row.previous),
    },
    {
      id: 'variation',
      header: earningsTexts.variation,
      kind: 'figure',
      cell: (row) => formatChange(row.previous, row.amount),
    },
  ];
}

interface MonthsTableProps {
  months: Month[];
  filter: ReportFilter;
  /** Whether there are earnings of the year before to compare with. */
  hasBefore: boolean;
}

/** Twelve months of earnings compared with the previous year, the newest first. */
export function MonthsTable({ months, filter, hasBefore }: MonthsTableProps) {
  return (
    <Table
      label={earningsTexts.months}
      columns={columns(filter, hasBefore)}
      rows={months.toReversed()}
      rowKey={(row) => row.month}
    />
  );
}
