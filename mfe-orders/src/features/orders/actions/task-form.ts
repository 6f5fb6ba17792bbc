/** What every form inside an action's dialog gets. */
export interface TaskFormProps<Order> {
  /** The whole order, as read when the dialog opened. */
  order: Order;
  /** Saved: the dialog closes. */
  onDone: () => void;
}
