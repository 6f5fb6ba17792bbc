import { useCallback } from 'react';
import type { Role } from '@taller/shared/access/roles.ts';
import type { StepTarget } from '@taller/shared/orders/status/next-step.ts';
import type { BoardColumn } from '@taller/shared/orders/work/board-columns.ts';
import type { WorkOrder } from '@taller/shared/orders/work/work-order.ts';
import { toast } from '@taller/shared/runtime';
import type { OrderTask } from '../actions/order-task.ts';
import { planMove } from './plan-move.ts';

/**
 * Hook: moves an order to a column as the desk would change it (TIME-35): with its dialogs, its messages and
 * 'Deshacer'. A step that fails is the last one; a refusal is said.
 */
export const useMoveOrder = (
  role: Role,
  choose: (order: WorkOrder, target: StepTarget) => Promise<boolean>,
  onTask: (task: OrderTask) => void,
): ((order: WorkOrder, column: BoardColumn) => void) =>
  useCallback(
    (order, column) => {
      const move = planMove(role, order, column);
      if (move.kind === 'refused') toast.info(move.why);
      if (move.kind === 'task') onTask({ kind: move.task, order });
      if (move.kind !== 'choose') return;
      const run = async () => {
        for (const target of move.targets) if (!(await choose(order, target))) return;
      };
      void run();
    },
    [role, choose, onTask],
  );
