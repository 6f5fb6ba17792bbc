import { useState, type ReactNode } from 'react';
import { OpenOrdersContext, type FigureOrders } from './open-orders.ts';
import { OrdersDialog } from './orders-dialog.tsx';

/** Wraps all figures of a page and shows the orders of the opened one. */
export function DrillDown({ children }: { children: ReactNode }) {
  const [orders, setOrders] = useState<FigureOrders | null>(null);
  return (
    <OpenOrdersContext value={setOrders}>
      {children}
      {orders && <OrdersDialog orders={orders} onClose={() => setOrders(null)} />}
    </OpenOrdersContext>
  );
}
