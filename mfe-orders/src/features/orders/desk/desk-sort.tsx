import {
  NEWEST_FIRST,
  ORDER_SORT_COLUMNS,
  type OrderSort,
  type OrderSortColumn,
} from '@taller/shared/orders/order-sort.ts';
import { Select } from '@taller/shared/ui/select.tsx';
import { sortTexts } from './texts.ts';

const DIRECTIONS = ['desc', 'asc'] as const;
const CHOICES = ORDER_SORT_COLUMNS.flatMap((column) =>
  DIRECTIONS.map((direction) => ({ column, direction })),
);
const keyOf = ({ column, direction }: { column: OrderSortColumn; direction: OrderSort['direction'] }) =>
  `${column} ${direction}`;
const OPTIONS = CHOICES.map((sort) => ({
  value: keyOf(sort),
  label: sortTexts.directions[sort.column][sort.direction],
}));

interface DeskSortProps {
  /** Null for the newest first. */
  sort: OrderSort | null;
  onSort: (sort: OrderSort) => void;
}

/** How the list is sorted, as a select: on phones, whose cards have no headings (ORD-75). */
export function DeskSort({ sort, onSort }: DeskSortProps) {
  return (
    <Select
      label={sortTexts.select}
      value={keyOf(sort ?? NEWEST_FIRST)}
      options={OPTIONS}
      onChange={(event) => {
        const chosen = CHOICES.find((choice) => keyOf(choice) === event.target.value);
        if (chosen) onSort(chosen);
      }}
    />
  );
}
