import type { ReactNode } from 'react';
import type { ImportRow } from '@taller/shared/orders/import-orders.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import { EQUIPMENT_LABELS } from '@taller/shared/orders/equipment.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { formatRut } from '@taller/shared/values/rut.ts';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { orderImportTexts } from '#src/features/import/texts.ts';
import styles from './preview-columns.module.css';

const { columns: headers } = orderImportTexts;

function Two({ children, below }: { children: ReactNode; below: string }) {
  return (
    <span className={styles.two}>
      <span>{children}</span>
      <small>{below}</small>
    </span>
  );
}

/** Preview of the first orders: two facts in each column, so that they are on one line from 768 px on. */
export const PREVIEW_COLUMNS: readonly Column<ImportRow>[] = [
  {
    id: 'number',
    header: headers.number,
    kind: 'fact',
    width: 5.5,
    cell: (row) => (
      <Two below={formatDate(row.created_at)}>
        {row.order_number === undefined ? '—' : formatOrderNumber(row.order_number)}
      </Two>
    ),
  },
  {
    id: 'customer',
    header: headers.customer,
    width: 14.5,
    plain: true,
    cell: (row) => (
      <Two below={`${formatRut(row.customer_rut)} · ${row.customer_phone}`}>{row.customer_name}</Two>
    ),
  },
  {
    id: 'equipment',
    header: headers.equipment,
    width: 7.5,
    plain: true,
    cell: (row) => (
      <Two below={[row.equipment_brand, row.equipment_model].filter(Boolean).join(' ')}>
        {EQUIPMENT_LABELS[row.equipment_type]}
      </Two>
    ),
  },
  {
    id: 'status',
    header: headers.status,
    kind: 'fact',
    width: 10.5,
    plain: true,
    cell: (row) => (
      <Two below={row.total_amount === null ? headers.noTotal : formatClp(row.total_amount)}>
        <StatusBadge status={row.status} />
      </Two>
    ),
  },
];
