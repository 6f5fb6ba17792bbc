import { paths } from '@taller/shared/contract/paths.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import {
  purchaseOrdersQuery,
  type PurchaseOrder,
} from '@taller/shared/stock/screen-orders/purchase-orders-query.ts';
import type { ScreenOrderRow } from '@taller/shared/stock/screen-orders/screen-orders-query.ts';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import styles from '#src/features/inventory/inventory.module.css';
import { recallTexts as texts } from '#src/features/screen-orders/texts.ts';

const COLUMNS: readonly Column<PurchaseOrder>[] = [
  {
    id: 'order',
    header: texts.order,
    width: 6,
    priority: 'high',
    plain: 'heading',
    cell: ({ order_id: id, order_number: number }) => {
      const text = `#${formatOrderNumber(number)}`;
      return id ? <Link to={paths.orderView.getHref(id)}>{text}</Link> : <span>{text}</span>;
    },
  },
  {
    id: 'customer',
    header: texts.customer,
    width: 10,
    cell: (row) => (
      <>
        <div>{row.customer_name ?? texts.nobody}</div>
        {row.customer_phone && (
          <a className={styles.muted} href={`tel:${row.customer_phone}`}>
            {row.customer_phone}
          </a>
        )}
      </>
    ),
  },
  { id: 'date', header: texts.taken, kind: 'fact', width: 6, cell: (row) => formatDate(row.taken_at) },
  {
    id: 'pieces',
    header: texts.pieces,
    width: 9,
    cell: (row) => (
      <>
        <span>
          {row.likely > 0
            ? texts.likely(formatThousands(row.likely), formatThousands(row.pieces))
            : texts.possible}
        </span>
        {row.came_back && <Badge tone="warning">{texts.cameBack}</Badge>}
      </>
    ),
  },
];

/** The orders of a recalled purchase, with their customers' contact (PART-43). */
export function RecallDialog({ purchase, onClose }: { purchase: ScreenOrderRow; onClose: () => void }) {
  const orders = useQuery(purchaseOrdersQuery(purchase.id));
  const used = orders.data?.reduce((sum, { likely }) => sum + likely, 0) ?? 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.title}
      description={texts.description(
        `${formatThousands(purchase.cantidad)} × ${purchase.modelo}, ${purchase.proveedor}`,
      )}
      size="lg"
    >
      <DialogBody>
        <div className={styles.stack}>
          {orders.data && (
            <p className={styles.muted}>{texts.left(formatThousands(purchase.cantidad - used))}</p>
          )}
          <DataTable
            label={texts.title}
            columns={COLUMNS}
            query={orders}
            rows={orders.data}
            rowKey={(row) => row.order_number}
            loadFailed={texts.loadFailed}
            empty={{ title: texts.none }}
          />
        </div>
      </DialogBody>
    </Dialog>
  );
}
