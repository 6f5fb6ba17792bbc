/** The stocktakes that can be open at once, and their value (PART-34, PART-35). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addInventoryItem, storedQuantity } from './support/inventory.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';
import { sendScans, settle, startStocktake, startStocktakeOfItem, takeStep } from './support/stocktakes.ts';

let shop: Shop;
let technician: Person;
let receptionist: Person;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician, receptionist, admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());

const begin = (quantity: number) => startStocktakeOfItem(shop, technician, quantity);
const differences = async (by: Person, id: string) =>
  (await by.client.rpc('stocktake_differences', { p_stocktake_id: id })).data ?? [];

describe('PART-34 one open stocktake per scope', () => {
  test('PART-34 an overlapping one is refused with who began it; a cancelled one changes nothing', async () => {
    const { id, item, code } = await begin(2);
    const scopes = [{ p_component_type_id: item.component_type_id }, { p_supplier_id: item.supplier_id }, {}];
    for (const scope of scopes) {
      const { error } = await admin.client.rpc('start_stocktake', { p_request_id: randomUUID(), ...scope });
      expect(error?.code).toBe('23505');
      expect(error?.message).toContain('Sigue en ese, ciérralo o anúlalo.');
    }
    await sendScans(technician, id, [{ code }]);
    expect(await takeStep(receptionist, 'cancel_stocktake', id)).toBeNull();
    expect((await sendScans(technician, id, [{ code }])).error?.message).toBe(
      'Este conteo se anuló. Empieza uno nuevo para seguir contando.',
    );
    expect(await storedQuantity(shop, item)).toBe(2);
    expect(await startStocktake(admin, item.component_type_id)).not.toBe(id);
  });

  test('PART-61 a type or supplier that is gone meanwhile is refused in words', async () => {
    for (const scope of [{ p_component_type_id: randomUUID() }, { p_supplier_id: randomUUID() }]) {
      const { error } = await admin.client.rpc('start_stocktake', { p_request_id: randomUUID(), ...scope });
      expect(error?.message).toBe('Ese tipo o proveedor ya no existe. Recarga la página y elige otro.');
    }
  });

  test('PART-34 of two that begin at once one is opened', async () => {
    const item = await addInventoryItem(technician, 1);
    const open = (by: Person) =>
      by.client.rpc('start_stocktake', {
        p_request_id: randomUUID(),
        p_component_type_id: item.component_type_id,
      });
    const answers = await Promise.all([open(technician), open(admin), open(receptionist)]);
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });
});

test('PART-35 what a stocktake is worth is told to admins alone', async () => {
  const { id, code } = await begin(5);
  await sendScans(technician, id, [{ code, quantity: 3 }]);
  await takeStep(technician, 'finish_stocktake', id);
  const costs = async (by: Person) => (await differences(by, id)).map(({ unit_cost }) => unit_cost);
  expect([await costs(technician), await costs(receptionist), await costs(admin)]).toEqual([
    [null],
    [null],
    [44_990],
  ]);
  expect(await settle(technician, id)).toBeNull();
  const values = async (by: Person) =>
    (await by.client.rpc('list_stocktakes')).data?.find((each) => each.id === id)?.value;
  expect([await values(receptionist), await values(admin), await costs(technician)]).toEqual([
    null,
    -89_980,
    [null],
  ]);
});
