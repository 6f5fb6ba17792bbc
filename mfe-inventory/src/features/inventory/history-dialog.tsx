import { paths } from '@taller/shared/contract/paths.ts';
import {
  type InventoryRow,
  itemHistoryQuery,
  type ItemMovement,
} from '@taller/shared/stock/inventory/inventory-queries.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { formatItemCode } from '@taller/shared/stock/item-code.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useInfiniteQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { historyTexts } from '#src/features/inventory/texts.ts';
import styles from './inventory.module.css';

/** Description of a change; one for an order links to it. */
function What({ movement }: { movement: ItemMovement }) {
  const { kind, order_id: orderId, order_number: orderNumber, import_name: file } = movement;
  if (orderNumber !== null) {
    const text = historyTexts.forOrder(historyTexts.kinds[kind] ?? kind, formatOrderNumber(orderNumber));
    return orderId ? <Link to={paths.orderView.getHref(orderId)}>{text}</Link> : <span>{text}</span>;
  }
  if (kind === 'imported' && file) return <span>{historyTexts.importedFrom(file)}</span>;
  return <span>{historyTexts.kinds[kind] ?? kind}</span>;
}

const signed = (delta: number) => (delta > 0 ? `+${formatThousands(delta)}` : formatThousands(delta));

const COLUMNS: readonly Column<ItemMovement>[] = [
  {
    id: 'date',
    header: historyTexts.date,
    kind: 'fact',
    width: 8.5,
    cell: (row) => formatDateTime(row.created_at),
  },
  { id: 'what', header: historyTexts.what, width: 11, cell: (row) => <What movement={row} /> },
  { id: 'delta', header: historyTexts.delta, kind: 'figure', cell: (row) => signed(row.delta) },
  {
    id: 'after',
    header: historyTexts.after,
    kind: 'figure',
    cell: (row) => formatThousands(row.quantity_after),
  },
  {
    id: 'who',
    header: historyTexts.who,
    priority: 'low',
    cell: (row) => row.actor_name || historyTexts.unknown,
  },
];

/** Every change of an item's stock, newest first; the quantity is their sum. */
export function HistoryDialog({ item, onClose }: { item: InventoryRow; onClose: () => void }) {
  const history = useInfiniteQuery(itemHistoryQuery(item.id));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={historyTexts.title}
      description={`${formatItemCode(item.item_number)} · ${item.brand} ${item.model}`}
      size="lg"
    >
      <DialogBody>
        <div className={styles.stack}>
          <DataTable
            label={historyTexts.title}
            columns={COLUMNS}
            query={history}
            rows={history.data?.pages.flat()}
            rowKey={(row) => row.id}
            loadFailed={historyTexts.loadFailed}
            skeleton={{ rows: 4 }}
            empty={{ title: historyTexts.empty }}
            more={
              history.hasNextPage && {
                isLoading: history.isFetchingNextPage,
                onMore: () => void history.fetchNextPage(),
              }
            }
          />
        </div>
      </DialogBody>
    </Dialog>
  );
}
