import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import hiddenStyles from './hidden.module.css';
import { ariaSort, ColumnHeader, type Sort } from './sort-header.tsx';
import { widthOf, type CellPlace, type ColumnShape, type TablePlan } from './table-plan.ts';
import styles from './table.module.css';

/** A column of a list: its content, and for every width at once its kind, priority and least width. */
export interface Column<Row> extends ColumnShape {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** Its value needs no name beside it on a card. */
  plain?: boolean;
}

/** Half a card, in rem: wider columns take its whole width. */
const HALF_CARD = 9.5;
/** Actions up to this width, in rem, stand beside a card's heading, others below. */
const ASIDE = 9;

const placeStyle = ({ line, start, span }: CellPlace, isTwoLines: boolean, isActions: boolean) => ({
  gridColumn: `${start} / span ${span}`,
  gridRow: isTwoLines && isActions ? '1 / span 2' : line,
});

interface TableHeadProps<Row> {
  plan: TablePlan;
  columns: readonly Column<Row>[];
  sort: Sort | null | undefined;
  onSortChange: ((sort: Sort) => void) | undefined;
  className?: string | undefined;
  /** The grid's tracks, if the head is not part of the table's own grid. */
  tracks?: string | undefined;
}

/** The names of the columns above their values, which sort; for screen readers only above cards. */
export function TableHead<Row>({
  plan,
  columns,
  sort,
  onSortChange,
  className,
  tracks,
}: TableHeadProps<Row>) {
  const isTwoLines = plan.layout === 'two-lines';
  if (plan.layout === 'cards')
    return (
      <div role="rowgroup" className={hiddenStyles.hidden}>
        <div role="row">
          {columns.map(({ id, header }) => (
            <span key={id} role="columnheader" aria-sort={ariaSort(sort, id)}>
              {header}
            </span>
          ))}
        </div>
      </div>
    );
  return (
    <div role="rowgroup" className={classNames(styles.head, className)}>
      <div role="row" className={styles.row} style={{ gridTemplateColumns: tracks }}>
        {plan.cells.map((place) => {
          const column = columns[place.index];
          if (!column) return null;
          return (
            <div
              key={column.id}
              role="columnheader"
              className={styles.heading}
              aria-sort={ariaSort(sort, column.id)}
              data-align={place.alignsEnd ? 'end' : undefined}
              style={placeStyle(place, isTwoLines, column.kind === 'actions')}
            >
              <ColumnHeader column={column} sort={sort} onSortChange={onSortChange} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface TableCellsProps<Row> {
  plan: TablePlan;
  columns: readonly Column<Row>[];
  row: Row;
}

/** A row's cells in the places of the plan. */
function PlacedCells<Row>({ plan, columns, row }: TableCellsProps<Row>) {
  const isTwoLines = plan.layout === 'two-lines';
  return plan.cells.map((place) => {
    const column = columns[place.index];
    if (!column) return null;
    const { id, kind = 'text', cell } = column;
    return (
      <div
        key={id}
        role="cell"
        className={classNames(styles.cell, place.line === 2 && styles.second)}
        data-kind={kind}
        data-align={place.alignsEnd ? 'end' : undefined}
        style={placeStyle(place, isTwoLines, kind === 'actions')}
      >
        {cell(row)}
      </div>
    );
  });
}

/** A row as a card: the first column is its heading, the others have their names above them. */
function CardCells<Row>({ columns, row }: Pick<TableCellsProps<Row>, 'columns' | 'row'>) {
  const [first, ...others] = columns;
  const isAside = ({ kind = 'text', plain, ...column }: Column<Row>) =>
    kind === 'actions' ? widthOf({ kind, ...column }) <= ASIDE : kind === 'figure' && plain === true;
  const aside = others.filter(isAside);
  const below = others.filter((column) => column.kind === 'actions' && !isAside(column));
  const facts = others.filter((column) => column.kind !== 'actions' && !isAside(column));
  return (
    <>
      <div role="cell" className={styles.headline}>
        {first?.cell(row)}
      </div>
      {facts.length > 0 && (
        <div role="none" className={styles.facts}>
          {facts.map((column) => (
            <div
              key={column.id}
              role="cell"
              className={column.plain || widthOf(column) > HALF_CARD ? styles.wide : undefined}
            >
              {!column.plain && (
                <span className={styles.name} aria-hidden="true">
                  {column.header}
                </span>
              )}
              <div>{column.cell(row)}</div>
            </div>
          ))}
        </div>
      )}
      {[...below, ...aside].map((column) => (
        <div key={column.id} role="cell" className={isAside(column) ? styles.aside : styles.below}>
          {column.cell(row)}
        </div>
      ))}
    </>
  );
}

/** The content of a row. */
export function TableCells<Row>({ plan, columns, row }: TableCellsProps<Row>) {
  if (plan.layout === 'cards') return <CardCells columns={columns} row={row} />;
  return <PlacedCells plan={plan} columns={columns} row={row} />;
}
