import { useState } from 'react';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useQuery } from '@taller/shared/query';
import { formatItemCode } from '@taller/shared/stock/item-code.ts';
import { stocktakeCountsQuery, type CountedItem } from '@taller/shared/stock/stocktakes/stocktake-queries.ts';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { formatThousands } from '@taller/shared/values/money.ts';
import { RecountDialog, type RecountedItem } from './recount-dialog.tsx';
import { ScanField } from './scan-field.tsx';
import { ScanNews } from './scan-news.tsx';
import styles from './stocktake.module.css';
import { countTexts as texts } from './texts.ts';
import { useScanQueue } from './use-scan-queue.ts';

const nameOf = ({ brand, model }: Pick<CountedItem, 'brand' | 'model'>) => `${brand} ${model}`;

const FACTS: readonly Column<CountedItem>[] = [
  {
    id: 'product',
    header: texts.product,
    width: 12,
    priority: 'high',
    plain: 'heading',
    cell: (row) => (
      <>
        <span>{nameOf(row)}</span>
        <span className={styles.muted}>
          {formatItemCode(row.item_number)} · {row.component_type_name}
        </span>
      </>
    ),
  },
  {
    id: 'counted',
    header: texts.counted,
    kind: 'figure',
    width: 5,
    priority: 'high',
    cell: (row) => <strong className={styles.counted}>{formatThousands(row.counted)}</strong>,
  },
];

/** This phone's unsent scans after others have finished or closed the stocktake (PART-31). */
export function UnsentScans({ stocktakeId }: { stocktakeId: string }) {
  return <ScanNews {...useScanQueue(stocktakeId)} />;
}

/** Scans codes, and shows what everybody counted so far, without what the books say (PART-30, PART-31). */
export function Counting({ stocktakeId }: { stocktakeId: string }) {
  const { queue, state } = useScanQueue(stocktakeId);
  const counts = useQuery(stocktakeCountsQuery(stocktakeId));
  const [recounting, setRecounting] = useState<RecountedItem | null>(null);
  const [first] = counts.data ?? [];
  const correct = (row: CountedItem, quantity: number) =>
    queue.add(formatItemCode(row.item_number), quantity);
  return (
    <section className={styles.stack} aria-label={texts.list}>
      <ScanField onScan={(code, quantity) => queue.add(code, quantity)} />
      <ScanNews queue={queue} state={state} />
      {first && (
        <p className={styles.muted}>
          {texts.total(formatThousands(first.items), formatThousands(first.pieces))}
        </p>
      )}
      <DataTable
        label={texts.list}
        columns={[
          ...FACTS,
          {
            id: 'correct',
            header: texts.correct,
            kind: 'actions',
            width: 9,
            cell: (row) => (
              <span className={styles.buttons}>
                <IconButton
                  label={texts.less(nameOf(row))}
                  icon={<Minus aria-hidden="true" />}
                  variant="secondary"
                  disabled={row.counted < 1}
                  onClick={() => correct(row, -1)}
                />
                <IconButton
                  label={texts.one(nameOf(row))}
                  icon={<Plus aria-hidden="true" />}
                  variant="secondary"
                  onClick={() => correct(row, 1)}
                />
                <IconButton
                  label={texts.againOf(nameOf(row))}
                  icon={<RotateCcw aria-hidden="true" />}
                  onClick={() => setRecounting({ itemId: row.item_id, name: nameOf(row) })}
                />
              </span>
            ),
          },
        ]}
        query={counts}
        rows={counts.data}
        rowKey={(row) => row.item_id}
        loadFailed={texts.loadFailed}
        empty={{ title: texts.empty }}
      />
      {recounting && (
        <RecountDialog stocktakeId={stocktakeId} item={recounting} onClose={() => setRecounting(null)} />
      )}
    </section>
  );
}
