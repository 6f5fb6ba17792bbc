import type { ReactNode } from 'react';
import { Card } from '@taller/shared/ui/card.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { es } from '#src/texts/es.ts';
import styles from './chart-card.module.css';

/** Height of every chart (section 9). */
export const CHART_HEIGHT = 400;

interface ChartCardProps {
  title: string;
  /** One sentence on what is counted. */
  text: string;
  empty: boolean;
  chart: ReactNode;
  /** The same figures as a table: for screen readers, printing and exact values. */
  table: ReactNode;
}

/** A chart with its explanation and the table behind it. */
export function ChartCard({ title, text, empty, chart, table }: ChartCardProps) {
  return (
    <Card title={title}>
      <p className={styles.text}>{text}</p>
      {empty ? (
        <EmptyState title={es.charts.empty} />
      ) : (
        <>
          <figure className={styles.chart} aria-label={title}>
            {chart}
          </figure>
          <details className={styles.details}>
            <summary>{es.charts.table}</summary>
            {table}
          </details>
        </>
      )}
    </Card>
  );
}
