/** Concurrent changes of orders, through the interface's own function and a real server. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { conflictingOrder, OrderConflictError, updateOrder } from '@taller/shared/orders/update-order.ts';
import { actAsBrowser } from './support/browser.ts';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { ledgerOf } from './support/payments.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
/** Requests that the interface made, by method and path. */
const requests: string[] = [];
beforeAll(async () => {
  shop = await openShop();
  await actAsBrowser(shop, shop.people.receptionist, (path, { method = 'GET' }) => {
    requests.push(`${method} ${path}`);
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await shop[Symbol.asyncDispose]();
});

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable('it was stored'),
    (error: unknown) => error,
  );
const byColleague = (id: string, columns: Record<string, unknown>) =>
  change(shop.people.technician, id, columns);

test('DATA-04 a change of the version that was read is stored, and answered with the whole order by one request', async () => {
  const order = await makeOrder(shop, { technician_id: shop.people.technician.id });
  requests.length = 0;
  const changed = await updateOrder(order, { notes: 'Llamar antes de las 18.' });
  expect(changed).toMatchObject({
    id: order.id,
    notes: 'Llamar antes de las 18.',
    version: order.version + 1,
    technician: { full_name: shop.people.technician.fullName },
  });
  expect(requests).toEqual(['PATCH /rest/v1/service_orders']);
  expect((await storedOrder(shop, order.id)).notes).toBe('Llamar antes de las 18.');
});

test('DATA-04 a colleague was faster: nothing is overwritten, and the refusal carries the order as it is now', async () => {
  const order = await makeOrder(shop);
  await byColleague(order.id, { notes: 'De la colega' });
  const failure = await failureOf(updateOrder(order, { notes: 'Mía' }));
  expect(failure).toBeInstanceOf(OrderConflictError);
  expect(failure).toMatchObject({ code: 'conflict' });
  expect(conflictingOrder(failure)).toMatchObject({ notes: 'De la colega', version: order.version + 1 });
  expect((await storedOrder(shop, order.id)).notes).toBe('De la colega');
});

test('DATA-04 after the refusal the change is stored over the version that it carried', async () => {
  const order = await makeOrder(shop);
  await byColleague(order.id, { notes: 'De la colega' });
  const current = conflictingOrder(await failureOf(updateOrder(order, { notes: 'Mía' })));
  expect(await updateOrder({ id: order.id, version: current?.version ?? 0 }, { notes: 'Mía' })).toMatchObject(
    {
      notes: 'Mía',
      version: order.version + 2,
    },
  );
});

test('DATA-04 one of several simultaneous changes is stored, and the others are refused as conflicts', async () => {
  const order = await makeOrder(shop);
  const texts = ['Uno', 'Dos', 'Tres', 'Cuatro'];
  const outcomes = await Promise.allSettled(texts.map((notes) => updateOrder(order, { notes })));
  const stored = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.notes] : []));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(stored).toHaveLength(1);
  expect(refused.map((error) => conflictingOrder(error)?.notes)).toEqual([stored[0], stored[0], stored[0]]);
  expect(await storedOrder(shop, order.id)).toMatchObject({ notes: stored[0], version: order.version + 1 });
});

test('DATA-04 a value that the order already has causes no conflict and no write', async () => {
  const order = await makeOrder(shop);
  await byColleague(order.id, { notes: 'Lo mismo', quote: 45_000 });
  const said = await updateOrder(order, { notes: '  Lo mismo ', quote: 45_000 });
  expect(said.version).toBe(order.version + 1);
  expect((await storedOrder(shop, order.id)).version).toBe(order.version + 1);
});

test('DATA-04 a device code is never taken for stored, since nobody can read it', async () => {
  const order = await makeOrder(shop);
  await byColleague(order.id, { notes: 'Lo mismo' });
  const failure = await failureOf(
    updateOrder(order, { notes: 'Lo mismo', password_type: 'pin', device_password: 'cifrado' }),
  );
  expect(conflictingOrder(failure)).toMatchObject({ device_code_stored: false, version: order.version + 1 });
});

test('ORD-21 an earlier request of the same form without an answer is corrected', async () => {
  const order = await makeOrder(shop);
  const sent = { notes: 'Con un eror' };
  await updateOrder(order, sent);
  const corrected = await updateOrder(order, { notes: 'Con un error' }, [sent]);
  expect(corrected).toMatchObject({ notes: 'Con un error', version: order.version + 2 });
});

test('DATA-04 a colleague’s change after the form’s earlier request is not overwritten by the correction', async () => {
  const order = await makeOrder(shop);
  const sent = { notes: 'Con un eror' };
  await updateOrder(order, sent);
  await byColleague(order.id, { quote: 45_000 });
  const failure = await failureOf(updateOrder(order, { notes: 'Con un error' }, [sent]));
  expect(conflictingOrder(failure)).toMatchObject({ notes: 'Con un eror', quote: 45_000 });
});

test('DATA-04 a colleague’s change is not taken for this form’s own, whatever it sent before', async () => {
  const order = await makeOrder(shop);
  await byColleague(order.id, { notes: 'De la colega' });
  const failure = await failureOf(updateOrder(order, { notes: 'Corregida' }, [{ notes: 'Errada' }]));
  expect(conflictingOrder(failure)?.notes).toBe('De la colega');
});

test('DATA-04 a deleted order is reported as deleted, not as changed', async () => {
  const order = await makeOrder(shop);
  await shop.sql`delete from public.service_orders where id = ${order.id}`;
  const failure = await failureOf(updateOrder(order, { notes: 'Tarde' }));
  expect(failure).toMatchObject({ code: 'not-found' });
  expect(conflictingOrder(failure)).toBeNull();
});

test('PAY-08 a colleague who delivered with the same amount does not hide how this desk was paid; an own repetition does', async () => {
  const order = await makeOrder(shop, { status: 'completed', quote: 20_000, total_amount: 20_000 });
  const paid = (payment_method: string) => ({
    status: 'delivered',
    warranty_days: 30,
    final_payment: 20_000,
    payment_details: { payment_method },
  });
  await byColleague(order.id, paid('cash'));
  const failure = await failureOf(updateOrder(order, paid('debit')));
  expect(conflictingOrder(failure)).toMatchObject({ status: 'delivered', final_payment: 20_000 });
  // Its answer was lost, and it is sent once more: also after a reload, which forgets what was sent.
  expect(await updateOrder(order, paid('cash'), [], true)).toMatchObject({ version: order.version + 1 });
  expect(await updateOrder(order, paid('cash'), [paid('cash')])).toMatchObject({
    version: order.version + 1,
  });
  expect(await ledgerOf(shop, order.id)).toEqual(['cash 20000']);
});
