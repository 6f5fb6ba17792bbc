import { Bar, BarChart, LabelList, Tooltip } from 'recharts';
import type { ReportOverview } from '@taller/shared/reports/overview-query.ts';
import { isFiltered, type ReportFilter } from '@taller/shared/reports/report-filter.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { formatPercentage } from '#src/values/format-figures.ts';
import { FigureButton } from '#src/features/drill-down/figure-button.tsx';
import { useOpenOrders, type FigureOrders } from '#src/features/drill-down/open-orders.ts';
import { chartTexts } from '#src/features/charts/texts.ts';
import { storedTypeLabel } from '@taller/shared/orders/equipment.ts';
import { ChartCard } from './chart-card.tsx';
import { PAPER } from './chart-figure.tsx';
import { ACCESSIBLE, MARGIN, TOOLTIP } from './chart-theme.ts';
import { layoutOf, NamedAxes } from './named-axes.tsx';

type Line = ReportOverview['frequency'][number];

/** The orders of one type among the filtered ones. */
const behind = (type: string, filter: ReportFilter): FigureOrders => ({
  card: 'total',
  title: chartTexts.of(chartTexts.count, storedTypeLabel(type)),
  text: chartTexts.typeText,
  filter: { ...filter, equipmentType: type },
});

const columns = (filter: ReportFilter): readonly Column<Line>[] => [
  { id: 'type', header: chartTexts.type, cell: (line) => storedTypeLabel(line.type) },
  {
    id: 'count',
    header: chartTexts.count,
    kind: 'figure',
    cell: (line) => <FigureButton figure={formatThousands(line.count)} orders={behind(line.type, filter)} />,
  },
  {
    id: 'percentage',
    header: chartTexts.percentage,
    kind: 'figure',
    cell: (line) => formatPercentage(line.percentage),
  },
];

/** Orders per equipment type, with their share (REP-04). Bars and table rows link to their orders. */
export function FrequencyChart({ frequency, filter }: { frequency: Line[]; filter: ReportFilter }) {
  const open = useOpenOrders();
  const paper = useMediaQuery(PAPER);
  const lying = useMediaQuery(NARROW) && !paper;
  const hasOld = frequency.some((line) => line.type === 'other');
  const bars = frequency.map((line) => ({
    name: storedTypeLabel(line.type),
    count: line.count,
    label: `${formatThousands(line.count)}\u00A0(${formatPercentage(line.percentage)})`,
  }));
  return (
    <ChartCard
      title={chartTexts.frequency}
      text={hasOld ? `${chartTexts.frequencyText} ${chartTexts.oldOther}` : chartTexts.frequencyText}
      empty={bars.length === 0 && (isFiltered(filter) ? chartTexts.noneFiltered : chartTexts.noOrders)}
      chart={
        <BarChart
          data={bars}
          layout={layoutOf(lying)}
          margin={lying ? { ...MARGIN, right: 96 } : MARGIN}
          {...ACCESSIBLE}
        >
          <NamedAxes lying={lying} values={{ allowDecimals: false, tickFormatter: formatThousands }} />
          <Tooltip
            cursor={{ fill: 'var(--color-hover)' }}
            formatter={(value) => formatThousands(Number(value))}
            {...TOOLTIP}
          />
          <Bar
            dataKey="count"
            name={chartTexts.count}
            fill="var(--color-series-1)"
            radius={lying ? [0, 4, 4, 0] : [4, 4, 0, 0]}
            maxBarSize={72}
            isAnimationActive={false}
            cursor="pointer"
            onClick={(_bar, index) => {
              const line = frequency[index];
              if (line) open(behind(line.type, filter));
            }}
          >
            <LabelList
              dataKey="label"
              position={lying ? 'right' : 'top'}
              fill="var(--color-text)"
              fontSize={12}
            />
          </Bar>
        </BarChart>
      }
      table={
        <Table
          label={chartTexts.frequency}
          columns={columns(filter)}
          rows={frequency}
          rowKey={(line) => line.type}
        />
      }
    />
  );
}
