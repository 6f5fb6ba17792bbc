import type { CSSProperties, ReactNode } from 'react';
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
  /** Its value needs no name beside it on a card; `heading`: it goes on with the first column's. */
  plain?: boolean | 'heading';
}

/** Half a card, in rem: wider columns take its whole width. */
const HALF_CARD = 9.5;
/** Actions up to this width, in rem, stand beside a card's heading, others below. */
const ASIDE = 9;

/** Whether a cell stands below exactly one other, as wide as it. */
const isStacked = ({ line, span }: CellPlace): boolean => line === 2 && span === 1;

/** Draws cells in their places: one below exactly one other follows it directly, however high the row is. */
function drawPlaces<Row>(
  { cells, layout }: TablePlan,
  columns: readonly Column<Row>[],
  draw: (column: Column<Row>, place: CellPlace, style?: CSSProperties) => ReactNode,
): ReactNode {
  return cells.map((place) => {
    const column = columns[place.index];
    if (!column || isStacked(place)) return null;
    const style = {
      gridColumn: `${place.start} / span ${place.span}`,
      gridRow: layout === 'two-lines' && column.kind === 'actions' ? '1 / span 2' : place.line,
    };
    const under = cells.find((cell) => isStacked(cell) && cell.start === place.start);
    const below = under && columns[under.index];
    if (!below) return draw(column, place, style);
    return (
      <div key={column.id} role="none" className={styles.stack} style={style}>
        {draw(column, place)}
        {draw(below, under)}
      </div>
    );
  });
}

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
        {drawPlaces(plan, columns, (column, { alignsEnd }, style) => (
          <div
            key={column.id}
            role="columnheader"
            className={styles.heading}
            aria-sort={ariaSort(sort, column.id)}
            data-align={alignsEnd ? 'end' : undefined}
            style={style}
          >
            <ColumnHeader column={column} sort={sort} onSortChange={onSortChange} />
          </div>
        ))}
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
  return drawPlaces(plan, columns, ({ id, kind = 'text', cell }, { line, alignsEnd }, style) => (
    <div
      key={id}
      role="cell"
      className={classNames(styles.cell, line === 2 && styles.second)}
      data-kind={kind}
      data-align={alignsEnd ? 'end' : undefined}
      style={style}
    >
      {cell(row)}
    </div>
  ));
}

/** A row as a card: the first column is its heading, the others have their names above them, figures alone beside. */
function CardCells<Row>({ columns, row }: Pick<TableCellsProps<Row>, 'columns' | 'row'>) {
  const headings = columns.filter((column, index) => index === 0 || column.plain === 'heading');
  const others = columns.filter((column) => !headings.includes(column));
  const isAside = ({ kind = 'text', plain, ...column }: Column<Row>) =>
    kind === 'actions' ? widthOf({ kind, ...column }) <= ASIDE : kind === 'figure' && plain === true;
  const aside = others.filter(isAside);
  const below = others.filter((column) => column.kind === 'actions' && !isAside(column));
  const facts = others.filter((column) => column.kind !== 'actions' && !isAside(column));
  // Figures are compared from card to card: each beside its name, at the card's end.
  const isFigures = facts.every(({ kind }) => kind === 'figure');
  return (
    <>
      <div role="none" className={styles.headline}>
        {headings.map((column) => (
          <div key={column.id} role="cell">
            {column.cell(row)}
          </div>
        ))}
      </div>
      {facts.length > 0 && (
        <div role="none" className={isFigures ? styles.figures : styles.facts}>
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
