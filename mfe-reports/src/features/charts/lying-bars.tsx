import { Bar, BarChart, CartesianGrid, LabelList, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartFigure } from './chart-figure.tsx';
import { ACCESSIBLE, AXIS, TOOLTIP } from './chart-theme.ts';

const BAR_PX = 36;
const AXIS_PX = 48;
/** Room for the figure behind the longest bar. */
const MARGIN = { top: 8, right: 84, bottom: 0, left: 0 };

/** A bar with its name and figure. */
export interface LyingBar {
  name: string;
  value: number;
  /** The value in words; the chart breaks it at ordinary spaces. */
  label: string;
}

interface LyingBarsProps {
  title: string;
  bars: readonly LyingBar[];
  colour: string;
  formatAxis: (value: number) => string;
}

/** Horizontal bars, as high as there are many, with names and figures beside them. */
export function LyingBars({ title, bars, colour, formatAxis }: LyingBarsProps) {
  return (
    <ChartFigure title={title} height={bars.length * BAR_PX + AXIS_PX}>
      <BarChart data={[...bars]} layout="vertical" margin={MARGIN} {...ACCESSIBLE}>
        <CartesianGrid horizontal={false} stroke="var(--color-border)" />
        <XAxis type="number" tickCount={3} tickFormatter={formatAxis} {...AXIS} />
        <YAxis type="category" dataKey="name" width={116} interval={0} {...AXIS} />
        <Tooltip
          cursor={{ fill: 'var(--color-hover)' }}
          formatter={(_value, _name, { payload }) => (payload as LyingBar).label}
          {...TOOLTIP}
        />
        <Bar
          dataKey="value"
          name={title}
          fill={colour}
          radius={[0, 4, 4, 0]}
          minPointSize={2}
          isAnimationActive={false}
        >
          <LabelList dataKey="label" position="right" fill="var(--color-text)" fontSize={12} />
        </Bar>
      </BarChart>
    </ChartFigure>
  );
}
