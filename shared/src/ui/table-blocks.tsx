import { ariaSort, ColumnHeader } from './sort-header.tsx';
import hiddenStyles from './hidden.module.css';
import styles from './table-blocks.module.css';
import type { TableProps } from './table.tsx';

/**
 * Rows as blocks, for phones: a row's first cell is its heading, the others follow as their columns say. Still a table
 * for screen readers. Columns that sort are buttons above the rows.
 */
export function TableBlocks<Row>({ label, columns, rows, rowKey, sort, onSortChange }: TableProps<Row>) {
  const sorts = onSortChange !== undefined && columns.some(({ sortable }) => sortable);
  return (
    <div role="table" aria-label={label} className={styles.blocks}>
      <div role="rowgroup" className={sorts ? styles.header : hiddenStyles.hidden}>
        <div role="row" className={styles.headers}>
          {columns.map((column) => (
            <span
              key={column.id}
              role="columnheader"
              aria-sort={ariaSort(sort, column.id)}
              className={column.sortable ? undefined : hiddenStyles.hidden}
            >
              <ColumnHeader column={column} sort={sort} onSortChange={onSortChange} />
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {rows.map((row) => (
          <div key={rowKey(row)} role="row" className={styles.block}>
            {columns.map(({ id, header, cell, phone = 'pair' }, index) => (
              <div key={id} role="cell" className={index === 0 ? styles.headline : styles[phone]}>
                {index > 0 && phone === 'pair' && (
                  <span className={styles.name} aria-hidden="true">
                    {header}
                  </span>
                )}
                <div className={styles.value}>{cell(row)}</div>
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
