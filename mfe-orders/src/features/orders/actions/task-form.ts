/** Props of every form in an action's dialog. */
export interface TaskFormProps<Order> {
  /** The whole order, as read when the dialog opened. */
  order: Order;
  /** Called when it was saved: the dialog closes. */
  onDone: () => void;
}
