/** The columns of the board (TIME-33), which the settings limit. */
import { ORDER_STATUSES, statusFacts, type OrderStatus } from '../status/order-status.ts';

/** The column of orders that wait, whatever their status. */
export const ON_HOLD = 'on_hold';

/** The columns of the board (TIME-33), as the database has them (`private.board_columns`). */
export const BOARD_COLUMNS = [
  ...ORDER_STATUSES.filter((status) => statusFacts(status).phase === 'open'),
  ON_HOLD,
  'completed',
] as const satisfies readonly (OrderStatus | typeof ON_HOLD)[];
export type BoardColumn = (typeof BOARD_COLUMNS)[number];
