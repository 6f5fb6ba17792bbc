import { CartesianGrid, LabelList, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import type { ReportOverview } from '@taller/shared/reports/overview-query.ts';
import { NO_FILTER } from '@taller/shared/reports/report-filter.ts';
import { equipmentLabel } from '@taller/shared/orders/equipment.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { formatDecimal } from '#src/values/format-figures.ts';
import { FigureButton } from '#src/features/drill-down/figure-button.tsx';
import type { FigureOrders } from '#src/features/drill-down/open-orders.ts';
import { chartTexts } from '#src/features/charts/texts.ts';
import { ChartCard } from './chart-card.tsx';
import { PAPER } from './chart-figure.tsx';
import { ACCESSIBLE, AXIS, MARGIN, TOOLTIP } from './chart-theme.ts';

type Resolution = ReportOverview['resolution'][number];

/** The orders of a type from which its mean is computed, slowest first. */
const behind = (type: string, title: string): FigureOrders => ({
  card: 'resolved',
  title: chartTexts.of(title, equipmentLabel(type)),
  text: chartTexts.resolvedText,
  filter: { ...NO_FILTER, equipmentType: type },
});

const COLUMNS: readonly Column<Resolution>[] = [
  { id: 'type', header: chartTexts.type, cell: (line) => equipmentLabel(line.type) },
  {
    id: 'completed',
    header: chartTexts.count,
    kind: 'figure',
    cell: (line) => (
      <FigureButton
        figure={formatThousands(line.completed)}
        orders={behind(line.type, chartTexts.completedOnes)}
      />
    ),
  },
  {
    id: 'mean',
    header: chartTexts.meanDays,
    kind: 'figure',
    cell: (line) => (
      <FigureButton
        figure={formatDecimal(line.mean_days, 2)}
        orders={behind(line.type, chartTexts.meanDays)}
      />
    ),
  },
];

/** A day at least: less is rounded to 0 beside its point. */
const FROM_A_DAY = [0, (longest: number) => Math.max(1, longest)] as const;
const formatAxis = (days: number) => formatDecimal(days, 2);

/** Mean days from creation to last update of completed orders, per type, independent of the filters (REP-04). */
export function ResolutionChart({ resolution }: { resolution: Resolution[] }) {
  const paper = useMediaQuery(PAPER);
  // On phones the names are rotated to avoid overlaps.
  const narrow = useMediaQuery(NARROW) && !paper;
  const lines = resolution.filter((line) => line.mean_days !== null);
  const points = lines.map((line) => ({
    name: equipmentLabel(line.type),
    days: line.mean_days,
    label: formatDecimal(line.mean_days),
  }));
  return (
    <ChartCard
      title={chartTexts.resolution}
      text={chartTexts.resolutionText}
      empty={points.length === 0 && chartTexts.noneCompleted}
      chart={
        <LineChart data={points} margin={{ ...MARGIN, right: narrow ? 16 : 32 }} {...ACCESSIBLE}>
          <CartesianGrid vertical={false} stroke="var(--color-border)" />
          <XAxis
            dataKey="name"
            {...AXIS}
            interval={0}
            {...(narrow
              ? { angle: -40, textAnchor: 'end', height: 88, padding: { left: 20, right: 12 } }
              : { padding: { left: 32, right: 32 } })}
          />
          <YAxis width={48} domain={FROM_A_DAY} tickFormatter={formatAxis} {...AXIS} />
          <Tooltip formatter={(value) => formatDecimal(Number(value), 2)} {...TOOLTIP} />
          <Line
            dataKey="days"
            name={chartTexts.meanDays}
            stroke="var(--color-series-2)"
            strokeWidth={3}
            dot={{ r: 5, fill: 'var(--color-surface)', strokeWidth: 3 }}
            isAnimationActive={false}
          >
            <LabelList dataKey="label" position="top" offset={12} fill="var(--color-text)" fontSize={12} />
          </Line>
        </LineChart>
      }
      table={
        <Table label={chartTexts.resolution} columns={COLUMNS} rows={lines} rowKey={(line) => line.type} />
      }
    />
  );
}
