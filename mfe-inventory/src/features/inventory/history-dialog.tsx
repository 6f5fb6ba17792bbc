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
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { historyTexts } from '#src/features/inventory/texts.ts';
import styles from './inventory.module.css';

/** Description of a change; a write-off links to its order. */
function What({ movement }: { movement: ItemMovement }) {
  const { kind, order_id: orderId, order_number: orderNumber, import_name: file } = movement;
  if (kind === 'written_off' && orderNumber !== null) {
    const text = historyTexts.writtenOffFor(formatOrderNumber(orderNumber));
    return orderId ? <Link to={paths.orderView.getHref(orderId)}>{text}</Link> : <span>{text}</span>;
  }
  if (kind === 'imported' && file) return <span>{historyTexts.importedFrom(file)}</span>;
  return <span>{historyTexts.kinds[kind] ?? kind}</span>;
}

const signed = (delta: number) => (delta > 0 ? `+${formatThousands(delta)}` : formatThousands(delta));

const COLUMNS: readonly Column<ItemMovement>[] = [
  { id: 'date', header: historyTexts.date, cell: (row) => formatDateTime(row.created_at) },
  { id: 'what', header: historyTexts.what, cell: (row) => <What movement={row} /> },
  { id: 'delta', header: historyTexts.delta, kind: 'figure', cell: (row) => signed(row.delta) },
  {
    id: 'after',
    header: historyTexts.after,
    kind: 'figure',
    cell: (row) => formatThousands(row.quantity_after),
  },
  { id: 'who', header: historyTexts.who, cell: (row) => row.actor_name || historyTexts.unknown },
];

/** Every change of an item's stock, newest first; the quantity is their sum. */
export function HistoryDialog({ item, onClose }: { item: InventoryRow; onClose: () => void }) {
  const history = useInfiniteQuery(itemHistoryQuery(item.id));
  const rows = history.data?.pages.flat() ?? [];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={historyTexts.title}
      description={`${formatItemCode(item.item_number)} · ${item.brand} ${item.model}`}
      size="lg"
    >
      <DialogBody>
        {history.isError ? (
          <ErrorState
            error={history.error}
            message={historyTexts.loadFailed}
            onRetry={() => void history.refetch()}
            retrying={history.isFetching}
          />
        ) : history.isPending ? (
          <Skeleton shape="rows" count={4} />
        ) : rows.length === 0 ? (
          <EmptyState title={historyTexts.empty} />
        ) : (
          <div className={styles.stack}>
            <Table label={historyTexts.title} columns={COLUMNS} rows={rows} rowKey={(row) => row.id} />
            {history.hasNextPage && (
              <Button
                loading={history.isFetchingNextPage}
                loadingText={commonTexts.loadingMore}
                onClick={() => void history.fetchNextPage()}
              >
                {commonTexts.more}
              </Button>
            )}
          </div>
        )}
      </DialogBody>
    </Dialog>
  );
}
