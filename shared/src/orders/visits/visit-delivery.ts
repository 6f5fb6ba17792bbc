import { isStoppedStatus, type OrderStatus } from '../status/order-status.ts';

/** Whether a device can be collected (private.lock_visit_orders): it is ready, or nothing is done to it any more. */
export const isCollectable = ({ status }: { status: OrderStatus }): boolean =>
  status === 'completed' || isStoppedStatus(status);
