/** The desk learns from its live rows what became of a message, and starts no sender (MSG-02, MSG-26). */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { messageOutcome } from '@taller/shared/messages/message-outcome.ts';
import { useChangeOrdersMutation, useChangeStatusMutation } from '@taller/shared/orders/status-mutations.ts';
import { toast } from '@taller/shared/runtime';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { actAsBrowser } from './support/browser.ts';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

const FAILED = 'Estado actualizado, pero la notificación falló.';
const soon = (check: () => void) => vi.waitFor(check, 60_000);

let shop: Shop;
/** Paths that the desk asked for. */
const asked: string[] = [];
const errors = vi.spyOn(toast, 'error');
const infos = vi.spyOn(toast, 'info');
const told = () => errors.mock.calls.map(([text]) => text);

beforeAll(async () => {
  shop = await openShop();
  await actAsBrowser(shop, shop.people.technician, (path) => void asked.push(path));
});
afterAll(() => shop[Symbol.asyncDispose]());
afterEach(() => {
  vi.clearAllMocks();
  asked.length = 0;
});

const holdFor = (undoSeconds: number) =>
  shop.sql`update public.setting_sections set value = ${shop.sql.json({ ...FIRST_VALUES.messages, undoSeconds })} where section = 'messages'`;

const changeTo = (order: { id: string; version: number }, status: 'in_progress' | 'completed') =>
  callHook(useChangeStatusMutation).mutateAsync({ order, status });

/** Records an outcome as the sender does. */
const settle = (id: string, state: 'sent' | 'failed' | 'queued') => shop.sql`
  update public.whatsapp_messages set state = ${state}, attempts = 1,
    error_code = ${state === 'sent' ? null : '131016'}, failed_at = case when ${state} = 'failed' then now() end,
    next_attempt_at = case when ${state} = 'queued' then now() + interval '1 minute' else next_attempt_at end
  where order_id = ${id} and event <> 'created'`;

test('MSG-02 MSG-26 the change takes effect at once, and a message that fails later is reported', async () => {
  await holdFor(0);
  const order = await makeOrder(shop);
  expect(await changeTo(order, 'in_progress')).toMatchObject({ heldMs: 0, order: { status: 'in_progress' } });
  expect(told()).toEqual([]);
  await settle(order.id, 'failed');
  await soon(() => expect(told()).toEqual([FAILED]));
  expect(asked.filter((path) => path.startsWith('/functions/'))).toEqual([]);
});

test('MSG-02 a message that will be retried is reported too, a sent one is not', async () => {
  const [sent, again] = [await makeOrder(shop), await makeOrder(shop)];
  await changeTo(sent, 'completed');
  await changeTo(again, 'completed');
  await settle(sent.id, 'sent');
  await settle(again.id, 'queued');
  await soon(() => expect(told()).toEqual([FAILED]));
});

test('MSG-02 a message that failed before the desk asked is reported', async () => {
  const order = await makeOrder(shop);
  await changeTo(order, 'in_progress');
  await settle(order.id, 'failed');
  const [message] = await shop.sql<{ id: string }[]>`
    select id from public.whatsapp_messages where order_id = ${order.id} and event = 'in_progress'`;
  expect(await messageOutcome(message?.id ?? '')).toBe(false);
});

test('MSG-25 MSG-26 while the message waits ‘Deshacer’ is offered, and a later failure is reported', async () => {
  await holdFor(60);
  const orders = [await makeOrder(shop), await makeOrder(shop)];
  const { mutateAsync } = callHook(useChangeOrdersMutation);
  expect(await mutateAsync({ orders, change: { status: 'completed' } })).toMatchObject({ heldMs: 60_000 });
  expect(infos.mock.calls.map(([text, action]) => [text, action?.label, action?.ms])).toEqual([
    ['Los avisos a los clientes salen en unos segundos.', 'Deshacer', 60_000],
  ]);
  await Promise.all(orders.map(({ id }) => settle(id, 'failed')));
  await soon(() => expect(told()).toEqual([FAILED]));
});
