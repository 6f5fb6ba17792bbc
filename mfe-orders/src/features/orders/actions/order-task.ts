import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';

/** The columns that every action needs, available in list rows and in the order view. */
export interface ActionOrder {
  id: string;
  order_number: number;
  status: OrderStatus;
  version: number;
  customer_name: string;
  total_amount: number | null;
}

/** The actions with a dialog. */
export type OrderTaskKind = 'quote' | 'approval' | 'cancel' | 'deliver' | 'notes' | 'remove' | 'takeBack';

/** An open dialog and its order. */
export interface OrderTask {
  kind: OrderTaskKind;
  order: ActionOrder;
}
