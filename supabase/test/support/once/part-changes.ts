import {
  useMovePartMutation,
  useMovePartsMutation,
  useRequestPartMutation,
  useReturnPartsMutation,
} from '@taller/shared/stock/parts/part-mutations.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import { addInventoryItem } from '../inventory.ts';
import { makeOrder } from '../orders.ts';
import { requestPart } from '../parts.ts';
import type { Change, Stage } from './change.ts';

/** An order with a reserved product. */
async function reservedPart(stage: Stage) {
  const technician = await stage.signIn('technician');
  const [order, item] = [await makeOrder(stage.shop), await addInventoryItem(technician, 5)];
  const { id } = await requestPart(technician, order.id, { p_item_id: item.id });
  return { order, id };
}

/** Mutations of the parts of orders. */
export const PART_CHANGES: Readonly<Record<string, Change>> = {
  useRequestPartMutation: {
    begin: async (stage) => {
      const technician = await stage.signIn('technician');
      const [order, item] = [await makeOrder(stage.shop), await addInventoryItem(technician, 5)];
      const { mutateAsync } = callHook(useRequestPartMutation);
      return () => mutateAsync({ orderId: order.id, quantity: 2, itemId: item.id, description: '' });
    },
  },
  useMovePartMutation: {
    begin: async (stage) => {
      const { id } = await reservedPart(stage);
      const { mutateAsync } = callHook(useMovePartMutation);
      return () => mutateAsync({ part: { id, version: 2 }, to: 'fitted' });
    },
  },
  useMovePartsMutation: {
    begin: async (stage) => {
      const parts = [await reservedPart(stage), await reservedPart(stage)];
      const { mutateAsync } = callHook(useMovePartsMutation);
      return () => mutateAsync({ parts: parts.map(({ id }) => ({ id, version: 2 })), to: 'fitted' });
    },
  },
  useReturnPartsMutation: {
    begin: async (stage) => {
      const { order } = await reservedPart(stage);
      await stage.shop.sql`update public.service_orders set status = 'cancelled' where id = ${order.id}`;
      const { mutateAsync } = callHook(useReturnPartsMutation);
      return () => mutateAsync(order.id);
    },
  },
};
