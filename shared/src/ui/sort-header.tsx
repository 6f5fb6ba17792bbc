import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import styles from './table.module.css';
import { listTexts } from './list-texts.ts';

export type SortDirection = 'asc' | 'desc';

/** The column that a list is sorted by. */
export interface Sort {
  column: string;
  direction: SortDirection;
}

/** The sort after a click on a column's header: ascending first, then toggled. */
export function toggleSort(current: Sort | null, column: string): Sort {
  return { column, direction: current?.column === column && current.direction === 'asc' ? 'desc' : 'asc' };
}

/** The value of aria-sort for a column. */
export function ariaSort(
  sort: Sort | null | undefined,
  column: string,
): 'ascending' | 'descending' | undefined {
  if (sort?.column !== column) return undefined;
  return sort.direction === 'asc' ? 'ascending' : 'descending';
}

interface SortHeaderProps {
  label: string;
  column: string;
  sort: Sort | null | undefined;
  onSortChange: (sort: Sort) => void;
}

/** The button in a sortable column's header cell; set ariaSort on the cell. */
function SortHeader({ label, column, sort, onSortChange }: SortHeaderProps) {
  const direction = sort?.column === column ? sort.direction : null;
  const Icon = direction === null ? ArrowUpDown : direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className={styles.sort}
      data-sorted={direction ?? undefined}
      title={listTexts.sortBy(label)}
      onClick={() => onSortChange(toggleSort(sort ?? null, column))}
    >
      {label}
      <Icon aria-hidden="true" />
    </button>
  );
}

interface ColumnHeaderProps {
  column: { id: string; header: string; sortable?: boolean };
  sort: Sort | null | undefined;
  onSortChange: ((sort: Sort) => void) | undefined;
}

/** A column header, with a sort button if the column is sortable. */
export function ColumnHeader({ column: { id, header, sortable }, sort, onSortChange }: ColumnHeaderProps) {
  if (!sortable || !onSortChange) return header;
  return <SortHeader label={header} column={id} sort={sort} onSortChange={onSortChange} />;
}
