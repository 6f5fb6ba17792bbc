/** What every form inside an action's dialog gets. */
export interface TaskFormProps<Order> {
  /** The whole order, as read when the dialog opened. */
  order: Order;
  /** Saved: the dialog closes. */
  onDone: () => void;
  /** The person gives up: the dialog asks first if something was typed. */
  onCancel: () => void;
  /** Something was typed that closing would lose. */
  onDirty: (dirty: boolean) => void;
}
