import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { END_WAIT, type StepTarget } from '@taller/shared/orders/status/next-step.ts';
import {
  canChooseStatus,
  canDecideQuote,
  isOpenStatus,
  isSelectableStatus,
  statusFacts,
} from '@taller/shared/orders/status/order-status.ts';
import { openWaitOf } from '@taller/shared/orders/waits/order-wait.ts';
import { ON_HOLD, type BoardColumn } from '@taller/shared/orders/work/board-columns.ts';
import { columnOf, type WorkOrder } from '@taller/shared/orders/work/work-order.ts';
import type { OrderTaskKind } from '../actions/order-task.ts';
import { boardTexts } from './texts.ts';

/** The effect of dropping an order on a column; a refusal in words. */
export type Move =
  | { kind: 'stay' }
  /** Done one after the other, as if they were chosen at the desk. */
  | { kind: 'choose'; targets: readonly StepTarget[] }
  | { kind: 'task'; task: OrderTaskKind }
  | { kind: 'refused'; why: string };

/** Whether a card may be dropped there. */
export const isMove = ({ kind }: Move): boolean => kind === 'choose' || kind === 'task';

const refused = (why: keyof typeof boardTexts.refused): Move => ({
  kind: 'refused',
  why: boardTexts.refused[why],
});

/**
 * Translates a column into what the desk does for it (TIME-35): the rules of a status are those of its selector, and
 * the server decides. An order that waits goes on in the column of its status; one that is ready waits for nothing.
 */
export function planMove(role: Role, order: WorkOrder, column: BoardColumn): Move {
  if (column === columnOf(order)) return { kind: 'stay' };
  if (!may(role, 'orders.change')) return refused('role');
  if (column === ON_HOLD)
    return isOpenStatus(order.status) ? { kind: 'task', task: 'wait' } : refused('closed');
  const waits = openWaitOf(order) !== null;
  if (waits && column === order.status) return { kind: 'choose', targets: [END_WAIT] };
  const { phase, dialog } = statusFacts(column);
  if (waits && phase === 'open' && (dialog || !isSelectableStatus(column))) return refused('waits');
  if (!isSelectableStatus(column))
    return canDecideQuote(order.status) ? { kind: 'task', task: 'approval' } : refused('customer');
  if (!canChooseStatus(role, column)) return refused('role');
  return { kind: 'choose', targets: waits && phase === 'open' ? [END_WAIT, column] : [column] };
}
