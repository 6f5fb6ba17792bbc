import type { WaitsReport } from '@taller/shared/reports/waits-report-query.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { formatDecimal } from '#src/values/format-figures.ts';
import { waitFiguresTexts as texts } from '#src/features/operations/texts.ts';
import page from '#src/components/page.module.css';
import styles from './figures.module.css';

const COLUMNS: readonly Column<WaitsReport['reasons'][number]>[] = [
  { id: 'label', header: texts.reason, cell: ({ label }) => label },
  { id: 'orders', header: texts.orders, kind: 'figure', cell: ({ orders }) => formatThousands(orders) },
  { id: 'days', header: texts.days, kind: 'figure', cell: ({ days }) => formatDecimal(days) },
  { id: 'late', header: texts.late, kind: 'figure', cell: ({ late }) => formatThousands(late) },
];

/** The days that orders waited, of all their days, and the reasons (TIME-09). */
export function WaitFigures({ waits }: { waits: WaitsReport }) {
  const { done, waited, days, waited_days: waitedDays, reasons } = waits;
  return (
    <Card title={texts.title}>
      <p className={page.text}>{texts.text}</p>
      {waited === 0 ? (
        <EmptyState title={texts.none} />
      ) : (
        <>
          <p className={styles.summary}>
            {texts.summary(
              formatThousands(waited),
              formatThousands(done),
              formatDecimal(waitedDays),
              formatDecimal(days),
            )}
          </p>
          <Table label={texts.title} columns={COLUMNS} rows={reasons} rowKey={({ reason }) => reason} />
        </>
      )}
    </Card>
  );
}
