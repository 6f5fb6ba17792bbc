import PackageCheck from 'lucide-react/icons/package-check';
import { paths } from '@taller/shared/contract/paths.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { Link } from '@taller/shared/runtime';
import {
  screenOrdersQuery,
  type ScreenOrderRow,
} from '@taller/shared/stock/screen-orders/screen-orders-query.ts';
import { formatDate, formatDateTime } from '@taller/shared/values/dates.ts';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { useInfiniteQuery } from '@taller/shared/query';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import styles from '#src/features/inventory/inventory.module.css';
import { recallTexts, receiveTexts, screenOrderTexts } from '#src/features/screen-orders/texts.ts';
import { RecallDialog } from './recall-dialog.tsx';
import { ReceiveDialog } from './receive-dialog.tsx';

const FACTS: readonly Column<ScreenOrderRow>[] = [
  { id: 'model', header: screenOrderTexts.model, width: 9, cell: (row) => <Model row={row} /> },
  {
    id: 'number',
    header: screenOrderTexts.orderNumber,
    kind: 'fact',
    width: 7,
    priority: 'low',
    plain: 'heading',
    cell: (row) => <span className={styles.code}>{row.numero_orden}</span>,
  },
  {
    id: 'date',
    header: screenOrderTexts.dateShort,
    kind: 'fact',
    width: 8.5,
    priority: 'low',
    cell: (row) => formatDateTime(row.fecha_compra),
  },
  { id: 'supplier', header: screenOrderTexts.supplier, width: 9.5, cell: (row) => row.proveedor },
  {
    id: 'cost',
    header: screenOrderTexts.costShort,
    kind: 'figure',
    width: 5.5,
    cell: (row) => formatClp(row.precio_costo),
  },
  {
    id: 'quantity',
    header: screenOrderTexts.quantity,
    kind: 'figure',
    width: 4.5,
    cell: (row) => formatThousands(row.cantidad),
  },
];

/** The model, and the orders that wait for it (TIME-13). */
function Model({ row }: { row: ScreenOrderRow }) {
  return (
    <>
      <span>{row.modelo}</span>
      {row.awaitedBy.map((order) => (
        <Link key={order.id} className={styles.awaited} to={paths.orderView.getHref(order.id)}>
          {screenOrderTexts.awaited(formatOrderNumber(order.order_number))}
        </Link>
      ))}
    </>
  );
}

interface ReceiptProps {
  row: ScreenOrderRow;
  onReceive: (row: ScreenOrderRow) => void;
  onRecall: (row: ScreenOrderRow) => void;
}

/** The time it was added to the inventory and the orders with its pieces, or the button to add it. */
function Receipt({ row, onReceive, onRecall }: ReceiptProps) {
  if (row.received_at) {
    return (
      <span className={styles.receipt}>
        <Badge tone="success" icon={<PackageCheck aria-hidden="true" />}>
          {receiveTexts.received}
        </Badge>
        <time className={styles.muted} dateTime={row.received_at} title={formatDateTime(row.received_at)}>
          {formatDate(row.received_at)}
        </time>
        <Button size="sm" aria-label={recallTexts.of(row.modelo)} onClick={() => onRecall(row)}>
          {recallTexts.action}
        </Button>
      </span>
    );
  }
  return (
    <Button size="sm" aria-label={receiveTexts.of(row.modelo)} onClick={() => onReceive(row)}>
      {receiveTexts.action}
    </Button>
  );
}

/** Screen orders, newest first (INV-04). */
export function ScreenOrderTable({ search, onClear }: { search: string; onClear: () => void }) {
  const [receiving, setReceiving] = usePersistedDialog<ScreenOrderRow>('recibir');
  const [recalled, setRecalled] = usePersistedDialog<ScreenOrderRow>('compra.ordenes');
  const orders = useInfiniteQuery(screenOrdersQuery(search));
  return (
    <div className={styles.stack}>
      <DataTable
        label={screenOrderTexts.title}
        columns={[
          ...FACTS,
          {
            id: 'receipt',
            header: receiveTexts.column,
            kind: 'actions',
            width: 8.5,
            cell: (row) => <Receipt row={row} onReceive={setReceiving} onRecall={setRecalled} />,
          },
        ]}
        query={orders}
        rows={orders.data?.pages.flat()}
        rowKey={(row) => row.id}
        loadFailed={screenOrderTexts.loadFailed}
        empty={{ title: screenOrderTexts.empty, hint: screenOrderTexts.emptyHint }}
        filtered={search !== '' && { title: screenOrderTexts.emptyFiltered, onClear }}
        more={
          orders.hasNextPage && {
            isLoading: orders.isFetchingNextPage,
            onMore: () => void orders.fetchNextPage(),
          }
        }
      />
      {recalled && <RecallDialog purchase={recalled} onClose={() => setRecalled(null)} />}
      {receiving && <ReceiveDialog order={receiving} onClose={() => setReceiving(null)} />}
    </div>
  );
}
