import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { ChartFigure, PAPER } from './chart-figure.tsx';
import styles from './chart-card.module.css';
import { ACCESSIBLE, AXIS, MARGIN, TOOLTIP } from './chart-theme.ts';

interface Pair {
  name: string;
  first: number;
  second: number;
}

interface PairedBarsProps {
  title: string;
  pairs: readonly Pair[];
  /** Labels of the first and the second bar of each pair; without the second there is only the first. */
  names: readonly [string, string?];
  formatName: (name: string) => string;
  format: (value: number) => string;
  /** Formats a value for the axis. */
  formatShort: (value: number) => string;
}

/** Two amounts beside each other for each name, with what their colours stand for. */
export function PairedBars({ title, pairs, names, formatName, format, formatShort }: PairedBarsProps) {
  const paper = useMediaQuery(PAPER);
  // On phones there is room for every second name.
  const narrow = useMediaQuery(NARROW) && !paper;
  const [first, second] = names;
  const series = [
    { key: 'first', name: first, colour: 'var(--color-series-1)' },
    ...(second === undefined ? [] : [{ key: 'second', name: second, colour: 'var(--color-series-2)' }]),
  ];
  return (
    <div>
      {series.length > 1 && (
        <ul className={styles.key}>
          {series.map(({ key, name, colour }) => (
            <li key={key}>
              <span style={{ background: colour }} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      )}
      <ChartFigure title={title}>
        <BarChart data={[...pairs]} margin={MARGIN} barGap={1} barCategoryGap="16%" {...ACCESSIBLE}>
          <CartesianGrid vertical={false} stroke="var(--color-border)" />
          <XAxis dataKey="name" {...AXIS} tickFormatter={formatName} interval={narrow ? 1 : 0} />
          <YAxis width={64} tickFormatter={formatShort} {...AXIS} />
          <Tooltip
            cursor={{ fill: 'var(--color-hover)' }}
            formatter={(value) => format(Number(value))}
            {...TOOLTIP}
          />
          {series.map(({ key, name, colour }) => (
            <Bar
              key={key}
              dataKey={key}
              name={name}
              fill={colour}
              radius={[3, 3, 0, 0]}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ChartFigure>
    </div>
  );
}
