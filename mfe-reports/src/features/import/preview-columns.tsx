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

/** Preview of the first orders. */
export const PREVIEW_COLUMNS: readonly Column<ImportRow>[] = [
  {
    id: 'number',
    header: orderImportTexts.fields.order_number,
    kind: 'fact',
    width: 4.5,
    cell: (row) => (row.order_number === undefined ? '—' : formatOrderNumber(row.order_number)),
  },
  {
    id: 'date',
    header: orderImportTexts.fields.created_at,
    kind: 'fact',
    width: 6,
    cell: (row) => formatDate(row.created_at),
  },
  {
    id: 'status',
    header: orderImportTexts.fields.status,
    kind: 'fact',
    width: 10,
    cell: (row) => <StatusBadge status={row.status} />,
  },
  {
    id: 'customer',
    header: orderImportTexts.fields.customer_name,
    width: 12,
    cell: (row) => (
      <span className={styles.two}>
        {row.customer_name}
        <small>
          {formatRut(row.customer_rut)} · {row.customer_phone}
        </small>
      </span>
    ),
  },
  {
    id: 'equipment',
    header: orderImportTexts.fields.equipment_type,
    width: 10,
    cell: (row) => (
      <span className={styles.two}>
        {EQUIPMENT_LABELS[row.equipment_type]}
        <small>{[row.equipment_brand, row.equipment_model].filter(Boolean).join(' ')}</small>
      </span>
    ),
  },
  {
    id: 'total',
    header: orderImportTexts.fields.total_amount,
    kind: 'figure',
    width: 5.5,
    cell: (row) => (row.total_amount === null ? '—' : formatClp(row.total_amount)),
  },
];
