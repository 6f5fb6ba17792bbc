import type { ReactElement, ReactNode } from 'react';
import { Card } from '@taller/shared/ui/card.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { chartTexts } from '#src/features/charts/texts.ts';
import page from '#src/components/page.module.css';
import styles from './chart-card.module.css';
import { ChartFigure } from './chart-figure.tsx';

interface ChartCardProps {
  title: string;
  /** Says what the chart counts. */
  text: string;
  /** The text of an empty chart, with a hint when there will be data; false if there is something to draw. */
  empty: { title: string; hint: string } | false;
  chart: ReactElement;
  /** The same figures as a table: for screen readers, printing and exact values. */
  table: ReactNode;
}

/** A chart with its description and data table. */
export function ChartCard({ title, text, empty, chart, table }: ChartCardProps) {
  return (
    <Card title={title}>
      <p className={page.text}>{text}</p>
      {empty ? (
        <EmptyState title={empty.title}>{empty.hint}</EmptyState>
      ) : (
        <>
          <ChartFigure title={title}>{chart}</ChartFigure>
          <details className={styles.details}>
            <summary>{chartTexts.table}</summary>
            {table}
          </details>
        </>
      )}
    </Card>
  );
}
