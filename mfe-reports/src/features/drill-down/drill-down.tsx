import { useState, type ReactNode } from 'react';
import { OpenOrdersContext, type OrdersBehind as Orders } from './open-orders.ts';
import { OrdersDialog } from './orders-dialog.tsx';

/** Wraps all figures of a page and shows the orders of the opened one. */
export function OrdersBehind({ children }: { children: ReactNode }) {
  const [orders, setOrders] = useState<Orders | null>(null);
  return (
    <OpenOrdersContext value={setOrders}>
      {children}
      {orders && <OrdersDialog orders={orders} onClose={() => setOrders(null)} />}
    </OpenOrdersContext>
  );
}
