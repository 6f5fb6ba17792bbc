import { useRef } from 'react';
import { classNames } from './class-names.ts';
import hiddenStyles from './hidden.module.css';
import type { Sort } from './sort-header.tsx';
import { SortChoice } from './sort-choice.tsx';
import { TableCells, TableHead, type Column } from './table-rows.tsx';
import styles from './table.module.css';
import { useRowKeys } from './use-row-keys.ts';
import { useTablePlan } from './use-table-plan.ts';

export type { Column };

export interface TableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  sort?: Sort | null;
  onSortChange?: (sort: Sort) => void;
  /** Only screen readers get the columns' names: the values speak for themselves. */
  hidesHead?: boolean;
}

/**
 * Rows without their list's states (DataTable has them): a table, two lines or a card for each row, as its own box has
 * room (table-plan.ts).
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, sort, onSortChange, hidesHead } = props;
  const box = useRef<HTMLDivElement>(null);
  const plan = useTablePlan(box, columns);
  const onKeyDown = useRowKeys(box, rows.length);
  const tracks = plan.tracks.map(
    ({ width, grows }) => `minmax(${width}rem, ${grows ? `${width}fr` : 'max-content'})`,
  );
  return (
    <>
      {plan.layout === 'cards' && <SortChoice columns={columns} sort={sort} onSortChange={onSortChange} />}
      <div ref={box} className={styles.box}>
        {/* Arrow keys are caught on their way up from the rows' links. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <div
          role="table"
          aria-label={label}
          className={styles.table}
          data-layout={plan.layout}
          style={{ gridTemplateColumns: tracks.join(' ') || undefined }}
          onKeyDown={onKeyDown}
        >
          <TableHead
            plan={plan}
            columns={columns}
            sort={sort}
            onSortChange={onSortChange}
            className={hidesHead ? hiddenStyles.hidden : undefined}
          />
          <div role="rowgroup" className={styles.body}>
            {rows.map((row, index) => (
              <div
                key={rowKey(row)}
                role="row"
                className={classNames(styles.entry, plan.layout === 'cards' ? styles.card : styles.row)}
                data-index={index}
              >
                <TableCells plan={plan} columns={columns} row={row} />
              </div>
            ))}
          </div>
        </div>
      </div>
    </>
  );
}
