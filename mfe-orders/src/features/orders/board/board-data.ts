import type { BoardOrder, OrderBoard } from '@taller/shared/orders/work/work-queries.ts';
import { BOARD_COLUMNS, type BoardColumn } from '@taller/shared/orders/work/board-columns.ts';
import { columnOf } from '@taller/shared/orders/work/work-order.ts';

export interface BoardColumnData {
  column: BoardColumn;
  orders: readonly BoardOrder[];
  /** The server's count, corrected by the orders that have moved since. */
  total: number;
}

/**
 * The columns with their orders, each where it is now: a change that the server has not confirmed yet moves it, and its
 * count, at once.
 */
export const columnsOf = ({ orders, totals }: OrderBoard): readonly BoardColumnData[] =>
  BOARD_COLUMNS.map((column) => {
    const here = orders.filter((order) => columnOf(order) === column);
    const came = here.filter(({ place }) => place !== column).length;
    const left = orders.filter((order) => order.place === column && columnOf(order) !== column).length;
    return {
      column,
      orders: here.toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at)),
      total: Math.max(here.length, (totals[column] ?? 0) + came - left),
    };
  });
