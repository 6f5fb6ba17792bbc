import { isOpenStatus, ORDER_STATUSES, type OrderStatus } from '../status/order-status.ts';

/** The column of orders that wait, whatever their status. */
export const ON_HOLD = 'on_hold';

/**
 * The columns of the board (TIME-33), which the settings limit. The database has the same ones
 * (`private.board_columns`).
 */
export const BOARD_COLUMNS = [
  ...ORDER_STATUSES.filter(isOpenStatus),
  ON_HOLD,
  'completed',
] as const satisfies readonly (OrderStatus | typeof ON_HOLD)[];
export type BoardColumn = (typeof BOARD_COLUMNS)[number];
