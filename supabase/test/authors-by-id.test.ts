/** Histories name their authors by the account, as it is called today (SEC-73). */
import { randomUUID } from 'node:crypto';
import { deletedOrdersQuery, accessLogQuery } from '@taller/shared/activity/activity-queries.ts';
import { orderDeletionQuery, decisionOriginsQuery } from '@taller/shared/orders/order-view-queries.ts';
import { changesSinceQuery, timelineQuery } from '@taller/shared/orders/timeline-query.ts';
import { queryClient } from '@taller/shared/query/query-root.tsx';
import { settingHistoryQuery } from '@taller/shared/settings/setting-history-query.ts';
import { settingSectionsQuery } from '@taller/shared/settings/setting-sections-query.ts';
import { itemHistoryQuery } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { orderPartsQuery } from '@taller/shared/stock/inventory/order-parts-query.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { actAsBrowser } from './support/browser.ts';
import { makeOrder } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let author: Person;
beforeAll(async () => {
  shop = await openShop();
  author = await shop.addPerson('technician');
  await actAsBrowser(shop, shop.people.admin);
});
afterEach(() => queryClient.clear());
afterAll(() => shop[Symbol.asyncDispose]());

const request = { userId: null, action: null, from: null, to: null, page: 1 };
const STORED = 'Nombre de antes';

/** An order with every kind of event, a movement, a look and a decision, all by `author`, under another name. */
async function history() {
  const { sql } = shop;
  const order = await makeOrder(shop);
  const item = randomUUID();
  const { id } = author;
  await sql`delete from public.order_events where order_id = ${order.id}`;
  const [found] = await sql<{ kinds: string[] }[]>`
    select array_agg(m[1]) as kinds from pg_constraint c,
      regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') as m
    where c.conname = 'order_events_kind_check'`;
  const kinds = found?.kinds ?? [];
  expect(kinds.length).toBeGreaterThan(12);
  await sql`
    insert into public.order_events (order_id, order_number, actor_id, actor_name, actor_role, kind, version)
    select ${order.id}, ${order.order_number}, ${id}, ${STORED}, 'technician', kind, 900
    from unnest(${kinds}::text[]) as kind`;
  await sql`
    insert into public.inventory_movements
      (item_id, kind, delta, quantity_after, unit_cost, brand, model, order_id, actor_id, actor_name)
    values (${item}, 'written_off', -1, 0, 1, 'Samsung', 'A12', ${order.id}, ${id}, ${STORED})`;
  const decision = randomUUID();
  await sql`
    insert into public.decision_history (id, order_id, type, message)
    values (${decision}, ${order.id}, 'success', 'Aprobado')`;
  await sql`
    insert into public.decision_origins (decision_id, order_id, account_id, account_name)
    values (${decision}, ${order.id}, ${id}, ${STORED})`;
  await sql`
    insert into private.looks (actor_id, actor_name, actor_role, kind, order_id, source)
    values (${id}, ${STORED}, 'technician', 'order', ${order.id}, 'api')`;
  await sql.begin(async (tx) => {
    // Triggers write who saved.
    await tx`set local session_replication_role = replica`;
    for (const table of ['setting_sections', 'setting_changes'])
      await tx`
        update public.${tx(table)} set changed_by = ${id}, changed_by_name = ${STORED} where section = 'terms'`;
  });
  return { orderId: order.id, item, kinds: kinds.length };
}

/** The names that the interface gets for each history, by its own queries. */
async function names({ orderId, item }: { orderId: string; item: string }) {
  const sections = await queryClient.fetchQuery(settingSectionsQuery());
  const stock = await queryClient.fetchInfiniteQuery(itemHistoryQuery(item));
  const told = {
    timeline: (await queryClient.fetchQuery(timelineQuery(orderId))).map((row) => row.actor_name),
    changes: (await queryClient.fetchQuery(changesSinceQuery(orderId, 1))).map((row) => row.actor_name),
    deletion: [(await queryClient.fetchQuery(orderDeletionQuery(orderId)))?.actor_name],
    deletedOrders: (await queryClient.fetchQuery(deletedOrdersQuery(request))).rows.map(
      (row) => row.actor_name,
    ),
    settings: (await queryClient.fetchQuery(settingHistoryQuery('terms'))).map((row) => row.changed_by_name),
    sections: sections.filter(({ section }) => section === 'terms').map((row) => row.changed_by_name),
    stock: stock.pages.flat().map((row) => row.actor_name),
    parts: (await queryClient.fetchQuery(orderPartsQuery(orderId))).map((row) => row.actor_name),
    decisions: (await queryClient.fetchQuery(decisionOriginsQuery(orderId))).map((row) => row.account_name),
    looks: (await queryClient.fetchQuery(accessLogQuery(request))).rows
      .filter((row) => row.order_id === orderId && row.actor_role === 'technician')
      .map((row) => row.actor_name),
  };
  return Object.fromEntries(Object.entries(told).map(([where, found]) => [where, [...new Set(found)]]));
}

const everywhere = (name: string) => ({
  timeline: [name],
  changes: [name],
  deletion: [name],
  deletedOrders: [name],
  settings: [name],
  sections: [name],
  stock: [name],
  parts: [name],
  decisions: [name],
  looks: [name],
});

test('SEC-73 every history names its author as the account is called, whatever name was stored', async () => {
  const made = await history();
  expect(await names(made)).toEqual(everywhere(author.fullName));
  const events = await queryClient.fetchQuery(timelineQuery(made.orderId));
  expect(events).toHaveLength(made.kinds);
});

test('SEC-73 the stored name stays where the account is gone', async () => {
  const made = await history();
  await shop.sql`delete from auth.users where id = ${author.id}`;
  expect(await names(made)).toEqual(everywhere(STORED));
});
