import { PackageCheck } from 'lucide-react';
import {
  screenOrdersQuery,
  type ScreenOrderRow,
} from '@taller/shared/stock/screen-orders/screen-orders-query.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { useKeptOpen } from '@taller/shared/forms/use-kept-open.ts';
import { useInfiniteQuery } from '@taller/shared/query';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import styles from '#src/features/inventory/inventory.module.css';
import { es } from '#src/texts/es.ts';
import { ReceiveDialog } from './receive-dialog.tsx';

const FACTS: readonly Column<ScreenOrderRow>[] = [
  { id: 'model', header: es.screenOrders.model, cell: (row) => row.modelo },
  { id: 'number', header: es.screenOrders.orderNumber, cell: (row) => row.numero_orden },
  { id: 'date', header: es.screenOrders.date, cell: (row) => formatDateTime(row.fecha_compra) },
  { id: 'supplier', header: es.screenOrders.supplier, cell: (row) => row.proveedor },
  { id: 'cost', header: es.screenOrders.cost, align: 'end', cell: (row) => formatClp(row.precio_costo) },
  {
    id: 'quantity',
    header: es.screenOrders.quantity,
    align: 'end',
    cell: (row) => formatThousands(row.cantidad),
  },
];

interface ReceiptProps {
  row: ScreenOrderRow;
  onReceive: (row: ScreenOrderRow) => void;
}

/** When it was added to the inventory, or the button to do so. */
function Receipt({ row, onReceive }: ReceiptProps) {
  if (row.received_at) {
    return (
      <>
        <Badge tone="success" icon={<PackageCheck aria-hidden="true" />}>
          {es.receive.received}
        </Badge>{' '}
        <time className={styles.muted} dateTime={row.received_at}>
          {formatDateTime(row.received_at)}
        </time>
      </>
    );
  }
  return (
    <Button size="sm" aria-label={es.receive.of(row.modelo)} onClick={() => onReceive(row)}>
      {es.receive.action}
    </Button>
  );
}

/** Screen orders, newest first (INV-04). */
export function ScreenOrderTable({ search }: { search: string }) {
  const [receiving, setReceiving] = useKeptOpen<ScreenOrderRow>('recibir');
  const columns = [
    ...FACTS,
    {
      id: 'receipt',
      header: es.receive.column,
      cell: (row: ScreenOrderRow) => <Receipt row={row} onReceive={setReceiving} />,
    },
  ];
  const orders = useInfiniteQuery(screenOrdersQuery(search));
  if (orders.isError) {
    return (
      <ErrorState
        error={orders.error}
        message={es.screenOrders.loadFailed}
        onRetry={() => void orders.refetch()}
        retrying={orders.isFetching}
      />
    );
  }
  if (!orders.data) return <Skeleton shape="rows" count={6} />;
  const rows = orders.data.pages.flat();
  if (rows.length === 0) return <EmptyState title={es.screenOrders.empty} />;
  return (
    <div className={styles.stack}>
      <Table
        narrow="labelled"
        label={es.screenOrders.title}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
      />
      {orders.hasNextPage && (
        <Button
          loading={orders.isFetchingNextPage}
          loadingText={es.loadingMore}
          onClick={() => void orders.fetchNextPage()}
        >
          {es.more}
        </Button>
      )}
      {receiving && <ReceiveDialog order={receiving} onClose={() => setReceiving(null)} />}
    </div>
  );
}
