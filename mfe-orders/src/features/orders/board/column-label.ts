import { LIST_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { ON_HOLD, type BoardColumn } from '@taller/shared/orders/work/board-columns.ts';
import { boardTexts } from './texts.ts';

/** The name of a column: its status, as the desk's list says it. */
export const columnLabel = (column: BoardColumn): string =>
  column === ON_HOLD ? boardTexts.onHold : LIST_STATUS_LABELS[column];
