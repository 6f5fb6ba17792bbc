import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';

/** What every action needs to know of an order; a row of the list and the order view both carry it. */
export interface ActionOrder {
  id: string;
  order_number: number;
  status: OrderStatus;
  version: number;
  customer_name: string;
  total_amount: number | null;
}

/** The actions that open a dialog. */
export type OrderTaskKind = 'quote' | 'cancel' | 'deliver' | 'notes' | 'remove';

/** A dialog that is open, and for which order. */
export interface OrderTask {
  kind: OrderTaskKind;
  order: ActionOrder;
}
