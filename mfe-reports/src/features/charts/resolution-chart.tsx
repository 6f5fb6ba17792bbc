import {
  CartesianGrid,
  LabelList,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { ReportOverview } from '@taller/shared/data/reports/overview-query.ts';
import { equipmentLabel } from '@taller/shared/domain/equipment.ts';
import { formatThousands } from '@taller/shared/domain/money.ts';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { es } from '#src/texts/es.ts';
import { CHART_HEIGHT, ChartCard } from './chart-card.tsx';
import { AXIS, MARGIN, TOOLTIP } from './chart-theme.ts';
import { formatDecimal } from './format-figures.ts';

type Resolution = ReportOverview['resolution'][number];

const COLUMNS: readonly Column<Resolution>[] = [
  { id: 'type', header: es.charts.type, cell: (line) => equipmentLabel(line.type) },
  { id: 'completed', header: es.charts.count, align: 'end', cell: (line) => formatThousands(line.completed) },
  { id: 'mean', header: es.charts.meanDays, align: 'end', cell: (line) => formatDecimal(line.mean_days, 2) },
];

/** Mean days from creation to last update of completed orders, per type, whatever the filters (REP-04). */
export function ResolutionChart({ resolution }: { resolution: Resolution[] }) {
  // On a phone the names stand at an angle, or they would cover one another.
  const narrow = useMediaQuery(NARROW);
  const lines = resolution.filter((line) => line.mean_days !== null);
  const points = lines.map((line) => ({
    name: equipmentLabel(line.type),
    days: line.mean_days,
    label: formatDecimal(line.mean_days),
  }));
  return (
    <ChartCard
      title={es.charts.resolution}
      text={es.charts.resolutionText}
      empty={points.length === 0}
      chart={
        <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
          <LineChart data={points} margin={{ ...MARGIN, right: narrow ? 16 : 32 }} accessibilityLayer>
            <CartesianGrid vertical={false} stroke="var(--color-border)" />
            <XAxis
              dataKey="name"
              {...AXIS}
              interval={0}
              {...(narrow
                ? { angle: -40, textAnchor: 'end', height: 88, padding: { left: 20, right: 12 } }
                : { padding: { left: 32, right: 32 } })}
            />
            <YAxis width={48} {...AXIS} />
            <Tooltip formatter={(value) => formatDecimal(Number(value), 2)} {...TOOLTIP} />
            <Line
              dataKey="days"
              name={es.charts.meanDays}
              stroke="var(--color-series-2)"
              strokeWidth={3}
              dot={{ r: 5, fill: 'var(--color-surface)', strokeWidth: 3 }}
              isAnimationActive={false}
            >
              <LabelList dataKey="label" position="top" offset={12} fill="var(--color-text)" fontSize={12} />
            </Line>
          </LineChart>
        </ResponsiveContainer>
      }
      table={
        <Table label={es.charts.resolution} columns={COLUMNS} rows={lines} rowKey={(line) => line.type} />
      }
    />
  );
}
