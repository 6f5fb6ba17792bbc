import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
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
import { formatPercentage } from './format-figures.ts';

type Line = ReportOverview['frequency'][number];

const COLUMNS: readonly Column<Line>[] = [
  { id: 'type', header: es.charts.type, cell: (line) => equipmentLabel(line.type) },
  { id: 'count', header: es.charts.count, align: 'end', cell: (line) => formatThousands(line.count) },
  {
    id: 'percentage',
    header: es.charts.percentage,
    align: 'end',
    cell: (line) => formatPercentage(line.percentage),
  },
];

/** Orders per equipment type, with their share (REP-04). */
export function FrequencyChart({ frequency }: { frequency: Line[] }) {
  // Six names and figures do not fit side by side on a phone: there the bars lie.
  const lying = useMediaQuery(NARROW);
  const bars = frequency.map((line) => ({
    name: equipmentLabel(line.type),
    count: line.count,
    label: `${formatThousands(line.count)} (${formatPercentage(line.percentage)})`,
  }));
  return (
    <ChartCard
      title={es.charts.frequency}
      text={es.charts.frequencyText}
      empty={bars.length === 0}
      chart={
        <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
          <BarChart
            data={bars}
            layout={lying ? 'vertical' : 'horizontal'}
            margin={lying ? { ...MARGIN, right: 96 } : MARGIN}
            accessibilityLayer
          >
            <CartesianGrid vertical={lying} horizontal={!lying} stroke="var(--color-border)" />
            {lying ? (
              <>
                <XAxis type="number" allowDecimals={false} tickCount={3} {...AXIS} />
                <YAxis type="category" dataKey="name" width={88} {...AXIS} interval={0} />
              </>
            ) : (
              <>
                <XAxis dataKey="name" {...AXIS} interval={0} />
                <YAxis allowDecimals={false} width={48} {...AXIS} />
              </>
            )}
            <Tooltip cursor={{ fill: 'var(--color-hover)' }} {...TOOLTIP} />
            <Bar
              dataKey="count"
              name={es.charts.count}
              fill="var(--color-series-1)"
              radius={lying ? [0, 4, 4, 0] : [4, 4, 0, 0]}
              maxBarSize={72}
              isAnimationActive={false}
            >
              <LabelList
                dataKey="label"
                position={lying ? 'right' : 'top'}
                fill="var(--color-text)"
                fontSize={12}
              />
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      }
      table={
        <Table label={es.charts.frequency} columns={COLUMNS} rows={frequency} rowKey={(line) => line.type} />
      }
    />
  );
}
