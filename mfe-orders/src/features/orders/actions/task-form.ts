import type { OrderTaskKind } from './order-task.ts';

/** Props of every form in an action's dialog. */
export interface TaskFormProps<Order> {
  /** The whole order, as read when the dialog opened. */
  order: Order;
  /** The payment that is corrected or documented. */
  paymentId?: string | undefined;
  /** The part that takes a step. */
  partId?: string | undefined;
  /** Called when it was saved: the dialog closes. */
  onDone: () => void;
  /** Another action's form takes the place of this one. */
  onSwitch?: (kind: OrderTaskKind) => void;
}
