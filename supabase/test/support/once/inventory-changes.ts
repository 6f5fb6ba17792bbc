import { randomUUID } from 'node:crypto';
import {
  useAddCatalogNameMutation,
  useAddItemMutation,
  useUpdateItemMutation,
  useWriteOffMutation,
} from '@taller/shared/stock/inventory/item-mutations.ts';
import { importInventoryBatch } from '@taller/shared/stock/inventory/import-inventory.ts';
import {
  useAddScreenOrderMutation,
  useReceiveScreenOrderMutation,
} from '@taller/shared/stock/screen-orders/screen-order-mutations.ts';
import type { ScreenOrder } from '@taller/shared/stock/stock-schemas.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import { addInventoryItem } from '../inventory.ts';
import { importRowOf } from '../inventory-import.ts';
import { makeOrder } from '../orders.ts';
import type { Change, Stage } from './change.ts';

/** A product as entered in the form. */
export async function productForm(stage: Stage) {
  const technician = await stage.signIn('technician');
  const { component_type_id, supplier_id } = await addInventoryItem(technician, 1);
  return {
    brand: 'Apple',
    model: randomUUID(),
    quantity: 5,
    cost_price: 9_990,
    component_type_id,
    supplier_id,
  };
}

export const SCREEN_ORDER: ScreenOrder = {
  modelo: 'Pantalla Moto G54',
  numero_orden: 'FM-77',
  fecha_compra: '2026-11-01T12:00:00.000Z',
  proveedor: 'FullMobile',
  precio_costo: 21_000,
  cantidad: 3,
};

/** Mutations of stock and screen orders. */
export const INVENTORY_CHANGES: Readonly<Record<string, Change>> = {
  useAddCatalogNameMutation: {
    begin: async (stage) => {
      await stage.signIn('technician');
      const { mutateAsync } = callHook(() => useAddCatalogNameMutation('suppliers'));
      const name = randomUUID();
      return () => mutateAsync(name);
    },
  },
  useAddItemMutation: {
    begin: async (stage) => {
      const item = await productForm(stage);
      const { mutateAsync } = callHook(useAddItemMutation);
      return () => mutateAsync(item);
    },
  },
  useUpdateItemMutation: {
    begin: async (stage) => {
      const technician = await stage.signIn('technician');
      const { id, ...catalog } = await addInventoryItem(technician, 4);
      const item = {
        ...catalog,
        brand: 'Apple',
        model: 'iPhone 11',
        quantity: 7,
        cost_price: 9_990,
        min_stock: 1,
        place: 'A3',
      };
      const { mutateAsync } = callHook(useUpdateItemMutation);
      return () => mutateAsync({ id, version: 1, item });
    },
  },
  useWriteOffMutation: {
    begin: async (stage) => {
      const technician = await stage.signIn('technician');
      const [item, order] = await Promise.all([addInventoryItem(technician, 5), makeOrder(stage.shop)]);
      const { mutateAsync } = callHook(useWriteOffMutation);
      return () => mutateAsync({ itemId: item.id, quantity: 2, orderNumber: order.order_number });
    },
  },
  importInventoryBatch: {
    begin: async (stage) => {
      await stage.signIn('receptionist');
      const file = { name: 'stock.csv', contentKey: randomUUID() };
      const names = { type: randomUUID(), supplier: randomUUID() };
      const rows = [importRowOf(names), importRowOf(names)];
      return () => importInventoryBatch(file, 'add', rows, new AbortController().signal);
    },
  },
  useAddScreenOrderMutation: {
    begin: async (stage) => {
      await stage.signIn('technician');
      const { mutateAsync } = callHook(useAddScreenOrderMutation);
      return () => mutateAsync(SCREEN_ORDER);
    },
  },
  useReceiveScreenOrderMutation: {
    begin: async (stage) => {
      const technician = await stage.signIn('technician');
      const { id: itemId } = await addInventoryItem(technician, 5);
      const [bought] = await stage.shop
        .sql`insert into public.pedidos_pantallas ${stage.shop.sql({ ...SCREEN_ORDER })} returning id`;
      const { mutateAsync } = callHook(useReceiveScreenOrderMutation);
      return () => mutateAsync({ screenOrderId: String(bought?.id), target: { itemId } });
    },
  },
};
