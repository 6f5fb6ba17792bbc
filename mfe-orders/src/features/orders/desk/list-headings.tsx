import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import {
  NEWEST_FIRST,
  nextSort,
  type OrderSort,
  type OrderSortColumn,
} from '@taller/shared/orders/order-filter.ts';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { sortTexts } from './texts.ts';
import styles from './list-headings.module.css';
import { rowStyles as row } from './order-row-styles.ts';

interface ListHeadingsProps {
  /** Null for the newest first. */
  sort: OrderSort | null;
  onSort: (sort: OrderSort) => void;
  /** The rows are compact (ORD-66). */
  compact?: boolean;
}

/**
 * The headings of the list from 768 px, in the grid of its rows; each sorts by its column, a second click the other way
 * round (ORD-75). A group of buttons, since the rows are a list: the direction is part of the sorted one's name.
 */
export function ListHeadings({ sort, onSort, compact = false }: ListHeadingsProps) {
  const { column: sorted, direction } = sort ?? NEWEST_FIRST;
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown;
  const heading = (column: OrderSortColumn) => {
    const isSorted = column === sorted;
    const next = nextSort(sort, column);
    return (
      <button
        type="button"
        className={styles.heading}
        aria-pressed={isSorted}
        title={sortTexts.directions[column][next.direction]}
        aria-label={isSorted ? sortTexts.directions[column][direction] : undefined}
        onClick={() => onSort(next)}
      >
        <span>{sortTexts.columns[column]}</span>
        {isSorted && <Arrow aria-hidden="true" />}
      </button>
    );
  };
  return (
    <div
      className={styles.headings}
      role="group"
      aria-label={sortTexts.group}
      data-columns={compact ? 'compact' : undefined}
    >
      <div className={classNames(row.row, styles.row)}>
        <div className={row.number}>{heading('created')}</div>
        <div className={row.customer}>{heading('customer')}</div>
        <div className={row.equipment}>{heading('device')}</div>
        <div className={row.status}>{heading('status')}</div>
        <div className={row.price}>{heading('price')}</div>
        <div className={row.changed}>{heading('changed')}</div>
      </div>
    </div>
  );
}
