import PackageCheck from 'lucide-react/icons/package-check';
import {
  screenOrdersQuery,
  type ScreenOrderRow,
} from '@taller/shared/stock/screen-orders/screen-orders-query.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { useInfiniteQuery } from '@taller/shared/query';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import styles from '#src/features/inventory/inventory.module.css';
import { commonTexts } from '#src/components/texts.ts';
import { receiveTexts, screenOrderTexts } from '#src/features/screen-orders/texts.ts';
import { ReceiveDialog } from './receive-dialog.tsx';

const FACTS: readonly Column<ScreenOrderRow>[] = [
  { id: 'model', header: screenOrderTexts.model, cell: (row) => row.modelo },
  { id: 'number', header: screenOrderTexts.orderNumber, cell: (row) => row.numero_orden },
  { id: 'date', header: screenOrderTexts.date, cell: (row) => formatDateTime(row.fecha_compra) },
  { id: 'supplier', header: screenOrderTexts.supplier, cell: (row) => row.proveedor },
  { id: 'cost', header: screenOrderTexts.cost, align: 'end', cell: (row) => formatClp(row.precio_costo) },
  {
    id: 'quantity',
    header: screenOrderTexts.quantity,
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
          {receiveTexts.received}
        </Badge>{' '}
        <time className={styles.muted} dateTime={row.received_at}>
          {formatDateTime(row.received_at)}
        </time>
      </>
    );
  }
  return (
    <Button size="sm" aria-label={receiveTexts.of(row.modelo)} onClick={() => onReceive(row)}>
      {receiveTexts.action}
    </Button>
  );
}

/** Screen orders, newest first (INV-04). */
export function ScreenOrderTable({ search }: { search: string }) {
  const [receiving, setReceiving] = usePersistedDialog<ScreenOrderRow>('recibir');
  const columns = [
    ...FACTS,
    {
      id: 'receipt',
      header: receiveTexts.column,
      cell: (row: ScreenOrderRow) => <Receipt row={row} onReceive={setReceiving} />,
    },
  ];
  const orders = useInfiniteQuery(screenOrdersQuery(search));
  if (orders.isError) {
    return (
      <ErrorState
        error={orders.error}
        message={screenOrderTexts.loadFailed}
        onRetry={() => void orders.refetch()}
        retrying={orders.isFetching}
      />
    );
  }
  if (!orders.data) return <Skeleton shape="rows" count={6} />;
  const rows = orders.data.pages.flat();
  if (rows.length === 0) return <EmptyState title={screenOrderTexts.empty} />;
  return (
    <div className={styles.stack}>
      <Table label={screenOrderTexts.title} columns={columns} rows={rows} rowKey={(row) => row.id} />
      {orders.hasNextPage && (
        <Button
          loading={orders.isFetchingNextPage}
          loadingText={commonTexts.loadingMore}
          onClick={() => void orders.fetchNextPage()}
        >
          {commonTexts.more}
        </Button>
      )}
      {receiving && <ReceiveDialog order={receiving} onClose={() => setReceiving(null)} />}
    </div>
  );
}
