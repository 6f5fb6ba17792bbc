import { Bar, ComposedChart, LabelList, Line, Tooltip } from 'recharts';
import type { ReportOverview } from '@taller/shared/reports/overview-query.ts';
import { NO_FILTER } from '@taller/shared/reports/report-filter.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { formatDecimal } from '#src/values/format-figures.ts';
import { FigureButton } from '#src/features/drill-down/figure-button.tsx';
import { useOpenOrders, type FigureOrders } from '#src/features/drill-down/open-orders.ts';
import { chartTexts } from '#src/features/charts/texts.ts';
import { storedTypeLabel } from '@taller/shared/orders/equipment.ts';
import { ChartCard } from './chart-card.tsx';
import { PAPER } from './chart-figure.tsx';
import { ACCESSIBLE, MARGIN, TOOLTIP } from './chart-theme.ts';
import { layoutOf, NamedAxes } from './named-axes.tsx';

type Resolution = ReportOverview['resolution'][number];

/** The orders of a type from which its mean is computed, slowest first. */
const behind = (type: string, title: string): FigureOrders => ({
  card: 'resolved',
  title: chartTexts.of(title, storedTypeLabel(type)),
  text: chartTexts.resolvedText,
  filter: { ...NO_FILTER, equipmentType: type },
});

const COLUMNS: readonly Column<Resolution>[] = [
  { id: 'type', header: chartTexts.type, cell: (line) => storedTypeLabel(line.type) },
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

/** Steps of the axis, in days. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/**
 * The days beside the axis: from 0 to a round number at or above the longest, at most six. A day at least, since less
 * is rounded to 0 beside its point.
 */
function dayTicks(longest: number): number[] {
  const end = Math.max(1, Math.ceil(longest));
  const step = end === 1 ? 0.25 : (STEPS.find((days) => days * 5 >= end) ?? 1000);
  return Array.from({ length: Math.ceil(end / step) + 1 }, (_, index) => index * step);
}

const formatAxis = (days: number) => formatDecimal(days, 2);

/**
 * Mean days from creation to last update of completed orders, per type, independent of the filters (REP-04): the
 * slowest first, so that the line says how far apart the types are. Bars and table rows link to their orders.
 */
export function ResolutionChart({ resolution }: { resolution: Resolution[] }) {
  const open = useOpenOrders();
  const paper = useMediaQuery(PAPER);
  const lying = useMediaQuery(NARROW) && !paper;
  const lines = resolution
    .filter((line) => line.mean_days !== null)
    .toSorted((a, b) => Number(b.mean_days) - Number(a.mean_days));
  const points = lines.map((line) => ({
    name: storedTypeLabel(line.type),
    days: line.mean_days,
    label: formatDecimal(line.mean_days),
  }));
  const ticks = dayTicks(Number(lines[0]?.mean_days));
  return (
    <ChartCard
      title={chartTexts.resolution}
      text={chartTexts.resolutionText}
      empty={points.length === 0 && chartTexts.noneCompleted}
      chart={
        <ComposedChart
          data={points}
          layout={layoutOf(lying)}
          margin={lying ? { ...MARGIN, right: 48 } : MARGIN}
          {...ACCESSIBLE}
        >
          <NamedAxes
            lying={lying}
            values={{ ticks, domain: [0, ticks.at(-1) ?? 0], tickFormatter: formatAxis }}
          />
          <Tooltip
            cursor={{ fill: 'var(--color-hover)' }}
            formatter={(value) => formatDecimal(Number(value), 2)}
            {...TOOLTIP}
          />
          <Bar
            dataKey="days"
            fill="var(--color-border)"
            radius={lying ? [0, 4, 4, 0] : [4, 4, 0, 0]}
            maxBarSize={72}
            isAnimationActive={false}
            tooltipType="none"
            cursor="pointer"
            onClick={(_bar, index) => {
              const line = lines[index];
              if (line) open(behind(line.type, chartTexts.meanDays));
            }}
          />
          <Line
            dataKey="days"
            name={chartTexts.meanDays}
            stroke="var(--color-series-2)"
            strokeWidth={2}
            // Between types there is nothing: only the points are measured.
            strokeDasharray="2 5"
            dot={{ r: 5, fill: 'var(--color-series-2)', strokeDasharray: '0' }}
            isAnimationActive={false}
          >
            <LabelList
              dataKey="label"
              position={lying ? 'right' : 'top'}
              offset={12}
              fill="var(--color-text)"
              fontSize={12}
            />
          </Line>
        </ComposedChart>
      }
      table={
        <Table label={chartTexts.resolution} columns={COLUMNS} rows={lines} rowKey={(line) => line.type} />
      }
    />
  );
}
