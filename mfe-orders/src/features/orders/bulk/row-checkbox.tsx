import type { OrderListItem } from '@taller/shared/orders/order-list-queries.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { bulkTexts } from './texts.ts';
import styles from './row-checkbox.module.css';

export interface RowSelection {
  selected: boolean;
  /** Some order is selected: every row shows its checkbox. */
  selecting: boolean;
  /** `range`: with Shift, from the order selected last. Stable, so that other rows are not rendered again. */
  onSelect: (order: OrderListItem, range: boolean) => void;
}

/** Selects a row: shown with the pointer or the focus in it, and in every row while some are selected (ORD-78). */
export function RowCheckbox({
  order,
  selected,
  selecting,
  onSelect,
}: RowSelection & { order: OrderListItem }) {
  return (
    <label className={styles.place} data-shown={selecting || undefined} data-row-checkbox>
      <input
        type="checkbox"
        checked={selected}
        aria-label={bulkTexts.selectOrder(formatOrderNumber(order.order_number))}
        onChange={(event) =>
          onSelect(order, 'shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true)
        }
      />
    </label>
  );
}
