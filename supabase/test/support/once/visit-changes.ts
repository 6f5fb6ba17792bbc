import { useDeliverVisitMutation } from '@taller/shared/orders/visits/deliver-visit-mutation.ts';
import { useLeaveVisitMutation } from '@taller/shared/orders/visits/leave-visit-mutation.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import { makeOrder } from '../orders.ts';
import type { Change } from './change.ts';
import { openOrder } from './order-changes.ts';

/** Orders whose devices were brought together. */
export const VISIT_CHANGES: Readonly<Record<string, Change>> = {
  useDeliverVisitMutation: {
    begin: async (stage) => {
      const orders = [await openOrder(stage), await makeOrder(stage.shop)];
      const ids = orders.map(({ id }) => id);
      const { sql } = stage.shop;
      await sql`insert into private.visit_orders (order_id, visit) select id, 2 from unnest(${ids}::uuid[]) as id`;
      const ready =
        await sql`update public.service_orders set status = 'completed' where id = any (${ids}::uuid[])
        returning id, version`;
      const { mutateAsync } = callHook(useDeliverVisitMutation);
      const days = { warranty_days: 90, parts_warranty_days: null };
      const delivered = ready.map((order) => ({
        ...(order as Pick<(typeof orders)[number], 'id' | 'version'>),
        ...days,
      }));
      return () => mutateAsync({ orders: delivered, numbers: [1, 2], payment: { payment_method: 'debit' } });
    },
  },
  useLeaveVisitMutation: {
    begin: async (stage) => {
      const order = await openOrder(stage);
      const mate = await makeOrder(stage.shop);
      await stage.shop
        .sql`insert into private.visit_orders (order_id, visit) values (${order.id}, 1), (${mate.id}, 1)`;
      const { mutateAsync } = callHook(useLeaveVisitMutation);
      return () => mutateAsync(order.id);
    },
  },
};
