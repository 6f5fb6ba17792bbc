/** The desk's cache of an order while it changes: the interface's queries and mutations against a real server. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { toRowChange, patchOrderMessage, patchOrderRow } from '@taller/shared/orders/order-cache.ts';
import { useChangeOrderMutation } from '@taller/shared/orders/order-mutations.ts';
import { useChangeStatusMutation } from '@taller/shared/orders/status-mutations.ts';
import { orderKeys } from '@taller/shared/orders/keys.ts';
import { orderPaymentsQuery } from '@taller/shared/orders/ledger/payments-query.ts';
import { orderListQuery, type OrderListItem } from '@taller/shared/orders/order-list-queries.ts';
import { orderQuery } from '@taller/shared/orders/order-queries.ts';
import { watchOrders } from '@taller/shared/orders/watch-orders.ts';
import { queryClient } from '@taller/shared/query/query-root.tsx';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import { observeQuery } from '@taller/shared/testing/observe-query.ts';
import { actAsBrowser } from './support/browser.ts';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

const soon = (check: () => void) => vi.waitFor(check, 60_000);

/** A gate for requests of a kind: once closed they wait until it is opened. */
class Gate {
  #open: (() => void) | null = null;
  #opened: Promise<void> = Promise.resolve();
  #waiting = 0;
  readonly #isHeld: (path: string, init: RequestInit) => boolean;

  constructor(isHeld: (path: string, init: RequestInit) => boolean) {
    this.#isHeld = isHeld;
  }

  close(): void {
    this.#waiting = 0;
    this.#opened = new Promise((resolve) => (this.#open = resolve));
  }

  /** Resolves when a request is waiting. */
  arrived(): Promise<void> {
    return soon(() => expect(this.#waiting).toBe(1));
  }

  open(): void {
    this.#open?.();
    this.#open = null;
  }

  async pass(path: string, init: RequestInit): Promise<void> {
    if (!this.#open || !this.#isHeld(path, init)) return;
    this.#waiting += 1;
    await this.#opened;
  }
}

const writes = new Gate((path, { method }) => path === '/rest/v1/service_orders' && method === 'PATCH');
const secondPage = new Gate(
  (path, { body }) =>
    path.endsWith('/rpc/search_orders') && typeof body === 'string' && body.includes('"p_page":2'),
);

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await actAsBrowser(shop, shop.people.receptionist, async (path, init) => {
    await writes.pass(path, init);
    await secondPage.pass(path, init);
  });
});
const atEnd: (() => void)[] = [];
afterEach(() => {
  writes.open();
  secondPage.open();
  for (const end of atEnd.splice(0)) end();
  queryClient.clear();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await shop[Symbol.asyncDispose]();
});

const ALL = {
  search: '',
  field: 'order_number',
  status: null,
  technicianId: null,
  waitReason: null,
  place: null,
  view: null,
  sort: null,
} as const;

/** The desk with a page of the list that contains a new order. */
async function openDesk(columns: Record<string, string | number | null> = {}) {
  const order = await makeOrder(shop, columns);
  const filter = { ...ALL, search: String(order.order_number), page: 1 };
  const list = observeQuery(queryClient, orderListQuery(filter));
  atEnd.push(list.stop);
  const row = (): OrderListItem | undefined => list.shown()?.orders.find(({ id }) => id === order.id);
  await soon(() => expect(row()).toBeDefined());
  return { order, filter, list, row };
}

/** Subscribes the desk to orders from now on. */
async function follow(): Promise<void> {
  let joined = false;
  atEnd.push(
    watchOrders((signal) => {
      if (signal.kind === 'resumed') joined = true;
      if (signal.kind === 'changed')
        patchOrderRow(queryClient, signal.order.id, toRowChange(signal.order, null));
    }),
  );
  await soon(() => expect(joined).toBe(true));
}

const chooseStatus = () => callHook(useChangeStatusMutation, queryClient).mutateAsync;
const settled = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  );

test('ORD-07 a status is shown at once, and the whole row with the answer', async () => {
  const { order, row } = await openDesk();
  writes.close();
  const answer = settled(chooseStatus()({ order, status: 'in_progress' }));
  await writes.arrived();
  expect(row()).toMatchObject({ status: 'in_progress', version: order.version });
  writes.open();
  expect(await answer).toBe('done');
  expect(row()).toMatchObject({ status: 'in_progress', version: order.version + 1 });
  expect(queryClient.getQueryData(orderKeys.detail(order.id))).toMatchObject({ version: order.version + 1 });
});

test('ORD-07 a refused status goes back to what it was', async () => {
  const { order, row } = await openDesk();
  expect(row()?.status).toBe('pending');
  await shop.sql`update public.service_orders set status = 'cancelled', cancellation_reason = 'No vino' where id = ${order.id}`;
  writes.close();
  const answer = settled(chooseStatus()({ order, status: 'in_progress' }));
  await writes.arrived();
  expect(row()?.status).toBe('in_progress');
  writes.open();
  expect(await answer).toBe('conflict');
  await soon(() => expect(row()?.status).toBe('cancelled'));
});

test('ORD-56 a refused status keeps live changes that arrived in between', async () => {
  const { order, row } = await openDesk();
  const other = await makeOrder(shop);
  const wide = observeQuery(queryClient, orderListQuery({ ...ALL, page: 1 }));
  atEnd.push(wide.stop);
  const otherRow = () => wide.shown()?.orders.find(({ id }) => id === other.id);
  await soon(() => expect(otherRow()).toBeDefined());
  await follow();
  writes.close();
  const answer = settled(chooseStatus()({ order, status: 'in_progress' }));
  await writes.arrived();
  await shop.sql`update public.service_orders set technical_work = 'Pantalla nueva' where id = ${order.id}`;
  await shop.sql`update public.service_orders set technical_work = 'Batería nueva' where id = ${other.id}`;
  await soon(() => expect(otherRow()?.technical_work).toBe('Batería nueva'));
  await soon(() => expect(row()?.technical_work).toBe('Pantalla nueva'));
  // Every text that either row shows from now on, even briefly.
  const shown: unknown[] = [];
  atEnd.push(
    queryClient
      .getQueryCache()
      .subscribe(() => shown.push([row()?.technical_work, otherRow()?.technical_work])),
  );
  writes.open();
  expect(await answer).toBe('conflict');
  await soon(() => expect(row()?.status).toBe('pending'));
  expect(new Set(shown.map((texts) => JSON.stringify(texts)))).toEqual(
    new Set([JSON.stringify(['Pantalla nueva', 'Batería nueva'])]),
  );
});

test('ORD-57 a page requested before a status was chosen is still shown', async () => {
  for (let made = 0; made < 21; made += 1) await makeOrder(shop);
  const first = observeQuery(queryClient, orderListQuery({ ...ALL, page: 1 }));
  atEnd.push(first.stop);
  await soon(() => expect(first.shown()?.orders).toHaveLength(20));
  const order = first.shown()?.orders[0];
  if (!order) throw new Error('The page is empty');
  secondPage.close();
  const second = observeQuery(queryClient, orderListQuery({ ...ALL, page: 2 }));
  atEnd.push(second.stop);
  await secondPage.arrived();
  expect(await settled(chooseStatus()({ order, status: 'in_progress' }))).toBe('done');
  secondPage.open();
  await soon(() =>
    expect(queryClient.getQueryData(orderListQuery({ ...ALL, page: 2 }).queryKey)?.orders).not.toHaveLength(
      0,
    ),
  );
});

test('ORD-58 an older version than the shown one changes nothing', async () => {
  const { order, row } = await openDesk();
  const { mutateAsync } = callHook(useChangeOrderMutation, queryClient);
  const old = await queryClient.fetchQuery(orderQuery(order.id));
  await mutateAsync({ order, patch: { quote: 45_000, notes: 'Nueva' } });
  expect(row()).toMatchObject({ version: order.version + 1, has_notes: true });
  patchOrderRow(queryClient, order.id, toRowChange(old, null));
  expect(row()).toMatchObject({ version: order.version + 1, has_notes: true });
});

test('ORD-02 an answer renews the order in every page that shows it, and marks those off screen for reading', async () => {
  const { order, row } = await openDesk();
  const elsewhere = { ...ALL, page: 1 };
  await queryClient.fetchQuery(orderListQuery(elsewhere));
  const { mutateAsync } = callHook(useChangeOrderMutation, queryClient);
  await mutateAsync({ order, patch: { technician_id: shop.people.technician.id } });
  const page = queryClient.getQueryState(orderListQuery(elsewhere).queryKey);
  const there = page?.data?.orders.find(({ id }) => id === order.id);
  expect(there?.technician_name).toBe(shop.people.technician.fullName);
  expect(row()?.technician_name).toBe(shop.people.technician.fullName);
  expect(page?.isInvalidated).toBe(true);
});

test('MSG-03 a mark of an older message does not replace the newest one’s', async () => {
  const { order, row } = await openDesk();
  const at = (minute: number) => new Date(Date.UTC(2090, 0, 1, 12, minute)).toISOString();
  patchOrderMessage(queryClient, { order_id: order.id, state: 'delivered', created_at: at(2) });
  patchOrderMessage(queryClient, { order_id: order.id, state: 'failed', created_at: at(1) });
  expect(row()).toMatchObject({ message_state: 'delivered', message_at: at(2) });
  patchOrderMessage(queryClient, { order_id: order.id, state: 'read', created_at: at(2) });
  expect(row()?.message_state).toBe('read');
});

test('PAY-09 a delivery that was paid is in the list of payments that is shown, without a word from the server', async () => {
  const { order } = await openDesk({ status: 'completed', quote: 20_000, total_amount: 20_000 });
  const { shown, stop } = observeQuery(queryClient, orderPaymentsQuery(order.id));
  atEnd.push(stop);
  await soon(() => expect(shown()).toEqual([]));
  const details = {
    warranty_days: 30,
    final_payment: 20_000,
    payment_details: { payment_method: 'debit', payment_reference: '' },
  };
  expect(await settled(chooseStatus()({ order, status: 'delivered', details }))).toBe('done');
  expect(shown()).toMatchObject([{ method: 'debit', amount: 20_000 }]);
});
