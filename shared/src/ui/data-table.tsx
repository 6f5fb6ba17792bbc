import { DataList, type DataListProps } from './data-list.tsx';
import { Table, type TableProps } from './table.tsx';

export interface DataTableProps<Row>
  extends Omit<DataListProps<Row>, 'children'>, Omit<TableProps<Row>, 'rows'> {}

/** A DataList whose rows are in a Table, as their box has room. */
export function DataTable<Row>({
  label,
  columns,
  rowKey,
  sort,
  onSortChange,
  hidesHead,
  ...list
}: DataTableProps<Row>) {
  return (
    <DataList {...list}>
      {(rows) => (
        <div>
          <Table {...{ label, columns, rows, rowKey, sort, onSortChange, hidesHead }} />
        </div>
      )}
    </DataList>
  );
}
