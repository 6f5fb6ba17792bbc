import { useId } from 'react';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { IconButton } from './icon-button.tsx';
import { listTexts as texts } from './list-texts.ts';
import { toggleSort, type Sort } from './sort-header.tsx';
import styles from './sort-choice.module.css';

interface SortChoiceProps {
  columns: readonly { id: string; header: string; sortable?: boolean }[];
  sort: Sort | null | undefined;
  onSortChange: ((sort: Sort) => void) | undefined;
}

/** Sorts a list of cards, which has no headings to press: one line, however many columns sort. */
export function SortChoice({ columns, sort, onSortChange }: SortChoiceProps) {
  const id = useId();
  const sortable = columns.filter((column) => column.sortable);
  if (!onSortChange || sortable.length === 0) return null;
  const current = sort && sortable.some((column) => column.id === sort.column) ? sort : null;
  const Icon = current?.direction === 'desc' ? ArrowDown : ArrowUp;
  return (
    <div className={styles.line}>
      <label htmlFor={id} className={styles.label}>
        {texts.sort}
      </label>
      <select
        id={id}
        className={styles.select}
        value={current?.column ?? ''}
        onChange={(event) => onSortChange(toggleSort(null, event.target.value))}
      >
        {!current && (
          <option value="" disabled>
            {texts.chooseSort}
          </option>
        )}
        {sortable.map((column) => (
          <option key={column.id} value={column.id}>
            {column.header}
          </option>
        ))}
      </select>
      <ChevronDown className={styles.chevron} aria-hidden="true" />
      {current && (
        <IconButton
          size="sm"
          label={texts.reverse}
          className={styles.reverse}
          icon={<Icon aria-hidden="true" />}
          onClick={() => onSortChange(toggleSort(current, current.column))}
        />
      )}
    </div>
  );
}
