/** Checklists of orders, saved as a person does it. */
import { randomUUID } from 'node:crypto';
import type { Json } from '@taller/shared/db/database.types.ts';
import { makeOrder } from './orders.ts';
import type { Person, Shop } from './shop.ts';
import type { TableCase } from './table-cases.ts';

/** A phone whose camera fails, with its case. */
export const someChecklist = () => ({
  equipmentType: 'smartphone',
  points: [
    { label: 'Pantalla', result: 'works' },
    { label: 'Cámara trasera', result: 'fails' },
    { label: 'Señal', result: 'untested' },
  ],
  accessories: [{ id: randomUUID(), label: 'Funda' }],
});

export const worksAt = (label: string) => ({ label, result: 'works' });

export interface ChecklistCall {
  id?: string;
  moment?: string;
  type?: string;
  points?: unknown;
  accessories?: unknown;
  known?: number;
}

/** Calls the function with a list, or with whatever a wrong program sends. */
export function callSaveChecklist(
  { client }: Pick<Person, 'client'>,
  orderId: string,
  { id = randomUUID(), moment = 'reception', type = 'smartphone', known, ...lists }: ChecklistCall = {},
) {
  const list = someChecklist();
  return client.rpc('save_checklist', {
    p_request_id: id,
    p_order_id: orderId,
    p_moment: moment,
    p_equipment_type: type,
    p_points: ('points' in lists ? lists.points : list.points) as Json,
    p_accessories: ('accessories' in lists ? lists.accessories : list.accessories) as Json,
    ...(known !== undefined && { p_known: known }),
  });
}

const aRow = async (shop: Shop) => ({
  order_id: (await makeOrder(shop)).id,
  moment: 'reception',
  equipment_type: 'smartphone',
});

/** A checklist in the access matrix. */
export const CHECKLIST_CASE: TableCase = {
  key: 'order_id',
  columns: 'order_id, moment, points, accessories, version',
  make: async (shop) => {
    const row = await aRow(shop);
    await shop.sql`insert into public.order_checklists ${shop.sql(row)}`;
    return row.order_id;
  },
  insert: aRow,
  update: { equipment_type: 'tablet' },
};
