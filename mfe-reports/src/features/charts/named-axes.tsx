import { CartesianGrid, XAxis, YAxis, type YAxisProps } from 'recharts';
import { AXIS } from './chart-theme.ts';

/** The chart's layout: names below standing values, or beside lying ones. */
export const layoutOf = (lying: boolean) => (lying ? 'vertical' : 'horizontal');

interface NamedAxesProps {
  lying: boolean;
  /** Ticks, range and format of the values' axis. */
  values: Pick<YAxisProps, 'allowDecimals' | 'domain' | 'tickFormatter' | 'ticks'>;
}

/** The grid and axes of values by the `name` of their data. Six names do not fit side by side on a phone: they lie. */
export function NamedAxes({ lying, values }: NamedAxesProps) {
  return (
    <>
      <CartesianGrid vertical={lying} horizontal={!lying} stroke="var(--color-border)" />
      {lying ? (
        <>
          <XAxis type="number" tickCount={3} {...values} {...AXIS} />
          <YAxis type="category" dataKey="name" width={88} interval={0} {...AXIS} />
        </>
      ) : (
        <>
          <XAxis dataKey="name" interval={0} {...AXIS} />
          <YAxis width={48} {...values} {...AXIS} />
        </>
      )}
    </>
  );
}
