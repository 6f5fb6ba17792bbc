/** Orders of queue and board (TIME-30 to TIME-37, decision 62). */
import type { OrderListItem } from '#src/orders/order-list-queries.ts';
import { canDecideQuote, isOpenStatus, type OrderStatus } from '#src/orders/status/order-status.ts';
import { openWaitOf, type Waiting } from '#src/orders/waits/order-wait.ts';
import { ON_HOLD, type BoardColumn } from '#src/orders/work/board-columns.ts';

/** An order as a card shows it: columns of the desk's list, which live changes patch as they patch those. */
export type WorkOrder = Pick<
  OrderListItem,
  | 'id'
  | 'order_number'
  | 'created_at'
  | 'updated_at'
  | 'status'
  | 'customer_name'
  | 'customer_phone'
  | 'equipment_brand'
  | 'equipment_model'
  | 'work_description'
  | 'technical_work'
  | 'total_amount'
  | 'technician_id'
  | 'technician_name'
  | 'version'
  | 'wait'
  | 'warranty_repair'
  | 'promised_at'
  | 'at_risk_from'
>;

/** The column of an order: only one, since it has one status and at most one wait. */
export const columnOf = (order: Waiting & { status: OrderStatus }): BoardColumn =>
  openWaitOf(order) ? ON_HOLD : order.status;

/** Whether an order belongs in a queue: there is work left, and it waits for nothing and for no answer to a quote. */
export const canBeWorkedOn = (order: Waiting & { status: OrderStatus }): boolean =>
  isOpenStatus(order.status) && !canDecideQuote(order.status) && !openWaitOf(order);
