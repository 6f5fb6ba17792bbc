import type { ReactElement } from 'react';
import { ResponsiveContainer } from 'recharts';
import { useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import styles from './chart-card.module.css';

/** Height of the reports' charts in px (REP-04). */
const CHART_HEIGHT = 400;
/** Printable width of a page, in px. */
const PAPER_WIDTH = 680;
/** The chart has a fixed width in print, since nothing measures it. */
export const PAPER = 'print';

/** A chart of the width of its box, or of the paper. `height` is in px. */
export function ChartFigure({
  title,
  height = CHART_HEIGHT,
  children,
}: {
  title: string;
  height?: number;
  children: ReactElement;
}) {
  const paper = useMediaQuery(PAPER);
  return (
    <figure className={styles.chart} aria-label={title}>
      <ResponsiveContainer width={paper ? PAPER_WIDTH : '100%'} height={height}>
        {children}
      </ResponsiveContainer>
    </figure>
  );
}
