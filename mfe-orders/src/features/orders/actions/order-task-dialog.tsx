import { lazyDialog } from '@taller/shared/ui/lazy-dialog.tsx';
import { taskTitle } from './order-task.ts';
import type { OrderTaskDialogProps } from './order-task-forms.tsx';

/** The dialog of the current action, for both the desk and the order view. */
export const OrderTaskDialog = lazyDialog<OrderTaskDialogProps>(
  () => import('./order-task-forms.tsx').then((module) => module.OrderTaskForms),
  { title: ({ task }) => taskTitle(task) },
);
