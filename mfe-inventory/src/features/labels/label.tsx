import type { InventoryRow } from '@taller/shared/stock/inventory/inventory-list-query.ts';
import { formatItemCode } from '@taller/shared/stock/item-code.ts';
import { QrCode } from '@taller/shared/ui/qr-code.tsx';
import styles from './labels.module.css';

/** A label of 50 by 25 mm: a machine-readable code, and the code and name as text. */
export function Label({ item }: { item: InventoryRow }) {
  const code = formatItemCode(item.item_number);
  return (
    <div className={styles.label}>
      <QrCode text={code} label={code} />
      <div className={styles.text}>
        <strong>{code}</strong>
        <span className={styles.name}>
          {item.brand} {item.model}
        </span>
      </div>
    </div>
  );
}
