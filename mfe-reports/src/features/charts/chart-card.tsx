import type { ReactElement, ReactNode } from 'react';
import { ResponsiveContainer } from 'recharts';
import { Card } from '@taller/shared/ui/card.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { chartTexts } from '#src/features/charts/texts.ts';
import styles from './chart-card.module.css';

/** Height of every chart in px (REP-04). */
const CHART_HEIGHT = 400;
/** Printable width of a page, in px. */
const PAPER_WIDTH = 680;
/** In print the chart has a fixed width, since nothing measures it. */
export const PAPER = 'print';

interface ChartCardProps {
  title: string;
  /** A sentence that says what is counted. */
  text: string;
  empty: boolean;
  chart: ReactElement;
  /** The same figures as a table: for screen readers, printing and exact values. */
  table: ReactNode;
}

/** A chart with its description and data table. */
export function ChartCard({ title, text, empty, chart, table }: ChartCardProps) {
  const paper = useMediaQuery(PAPER);
  return (
    <Card title={title}>
      <p className={styles.text}>{text}</p>
      {empty ? (
        <EmptyState title={chartTexts.empty} />
      ) : (
        <>
          <figure className={styles.chart} aria-label={title}>
            <ResponsiveContainer width={paper ? PAPER_WIDTH : '100%'} height={CHART_HEIGHT}>
              {chart}
            </ResponsiveContainer>
          </figure>
          <details className={styles.details}>
            <summary>{chartTexts.table}</summary>
            {table}
          </details>
        </>
      )}
    </Card>
  );
}
