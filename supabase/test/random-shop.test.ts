/** Random days of a shop: quotes by lines, payments, drawers, tax documents and parts agree with their ledgers. */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenDrawers, closeDrawer, moveCash, openDrawer, reopenDrawer } from './support/drawers.ts';
import { addInventoryItem, type Item } from './support/inventory.ts';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { brokenStock, movePart, partsOf, requestPart } from './support/parts.ts';
import { brokenLedgers, correctPayment, giveBack, paymentsOf, takePayment } from './support/payments.ts';
import { answerQuote, discount, labour, part, saveLines, type StoredLine } from './support/quotes.ts';
import { openShop, type Shop } from './support/shop.ts';
import { addDocument, brokenDocuments, documentsOf } from './support/tax-documents.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.sql`
    update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
  await shop.sql`
    update public.setting_sections set value = value || '{"tills": ["Caja", "Mesón"]}' where section = 'desk'`;
});
afterAll(() => shop[Symbol.asyncDispose]());

const amount = fc.oneof(fc.constantFrom(1000, 5000), fc.integer({ min: 1, max: 60_000 }));
const at = fc.nat(1);
const method = fc.constantFrom('cash', 'debit');
const of = <K extends string, M extends Record<string, unknown>>(
  kind: K,
  more: { [N in keyof M]: fc.Arbitrary<M[N]> },
) => fc.record({ kind: fc.constant(kind), ...more }) as unknown as fc.Arbitrary<{ kind: K } & M>;
const act = fc.oneof(
  of('lines', { price: amount, off: fc.nat(20_000), optional: fc.boolean(), choice: fc.boolean() }),
  of('number', { price: fc.nat(60_000) }),
  of('decide', { decision: fc.constantFrom('approved', 'approved', 'rejected'), taken: fc.nat(7) }),
  of('pay', { amount, both: fc.boolean(), method }),
  of('give back', { amount, method }),
  of('correct', { at }),
  of('document', { at, amount, folio: fc.nat(9999) }),
  of('open', { till: fc.constantFrom('Caja', 'Mesón') }),
  of('move cash', { amount, way: fc.constantFrom('withdrawal', 'deposit') }),
  of('reopen', { at }),
  of('close', { off: fc.boolean() }),
  of('ask', { quantity: fc.integer({ min: 1, max: 3 }) }),
  of('move', { at, to: fc.constantFrom('ordered', 'arrived', 'reserved', 'fitted', 'returned', 'faulty') }),
  of('status', {
    status: fc.constantFrom(
      'in_progress',
      'quoted',
      'quoted',
      'completed',
      'delivered',
      'delivered',
      'cancelled',
    ),
    paid: fc.boolean(),
  }),
  of('give parts back', {}),
  of('undo', {}),
  of('delete', { sure: fc.nat(5) }),
);
const step = fc.record({
  by: fc.constantFrom('technician' as const, 'receptionist' as const, 'admin' as const),
  first: fc.boolean(),
  act,
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Refusal = { code?: string; message: string } | null | undefined;

/** Errors that are no refusal in words: a deadlock, a fault. */
const faults = new Set<string>();
/** The kinds of actions that succeeded at least once. */
const done = new Set<string>();

const openDrawers = async (): Promise<string[]> =>
  (await shop.sql`select id from private.drawers where closed_at is null order by opened_at`).map(({ id }) =>
    String(id),
  );

async function live(
  orders: readonly [string, string],
  item: Item,
  { by, first, act: does }: Step,
): Promise<Refusal> {
  const person = shop.people[by];
  const [id, other] = first ? orders : ([orders[1], orders[0]] as const);
  switch (does.kind) {
    case 'lines': {
      const screens = does.choice
        ? [
            part('Original', does.price, { choice: 'Pantalla', chosen: true }),
            part('Otra', 1000, { choice: 'Pantalla' }),
          ]
        : [part('Pantalla', does.price, { product_id: item.id })];
      const lines = [
        labour('Cambio', 5000),
        ...screens,
        labour('Limpieza', 3000, { optional: does.optional }),
      ];
      return (await saveLines(person, id, does.off ? [...lines, discount(does.off)] : lines)).error;
    }
    case 'number':
      return (await change(person, id, { quote: does.price })).error;
    case 'decide': {
      const { data: page } = await shop.anon.rpc('get_quote', { p_order_id: id }).maybeSingle();
      if (!page?.version) return undefined;
      const chosen = (page.lines as unknown as StoredLine[]).filter((line, index) =>
        line.optional || line.choice ? ((does.taken >> index) & 1) === 1 : true,
      );
      const total_amount = chosen.reduce(
        (sum, line) => sum + line.quantity * line.unit_price - line.discount,
        0,
      );
      const ids = chosen.map((line) => line.id);
      const answer = { decision: does.decision, version: page.version, chosen: ids, total_amount };
      if ((await answerQuote(shop.anon, id, answer)).status === 200) done.add('decide');
      return undefined;
    }
    case 'pay': {
      const amounts = { [id]: does.amount, ...(does.both && { [other]: 1000 }) };
      return takePayment(person, amounts, { p_method: does.method });
    }
    case 'give back':
      return giveBack(person, id, does.amount, { p_method: does.method });
    case 'correct':
      return correctPayment(person, (await paymentsOf(person, id)).at(does.at)?.id ?? randomUUID());
    case 'document': {
      const payment = (await paymentsOf(person, id)).at(does.at);
      if (!payment) return undefined;
      const total = Math.min(Math.abs(payment.amount), does.amount);
      if (payment.amount > 0)
        return addDocument(person, payment.id, { kind: 'boleta', folio: does.folio, total });
      const cancels = (await documentsOf(person, id)).flatMap(({ documents }) => documents)[0]?.id ?? null;
      return addDocument(person, payment.id, { kind: 'nota_credito', folio: does.folio, total, cancels });
    }
    case 'open':
      return openDrawer(person, { p_till: does.till, p_count: { 1000: 20 } });
    case 'move cash':
      return moveCash(person, (await openDrawers())[0] ?? id, does.amount, { p_kind: does.way });
    case 'reopen': {
      const closed = await shop.sql`
        select id from private.drawers where closed_at is not null order by closed_at desc limit 2`;
      return reopenDrawer(person, String(closed.at(does.at)?.id ?? id));
    }
    case 'close': {
      const [drawer = id] = await openDrawers();
      const [row] = await shop.sql`select private.drawer_cash(${drawer})::integer as cash`;
      const seen = { p_reason: 'Falta', p_seen: Number(row?.cash) };
      return (await closeDrawer(person, drawer, { 1000: 1 }, does.off ? seen : {})).error;
    }
    case 'ask':
      return (await requestPart(person, id, { p_item_id: item.id, p_quantity: does.quantity })).error;
    case 'move': {
      const asked = (await partsOf(person, id)).at(does.at);
      return asked && movePart(shop, person, asked.id, does.to, { p_version: asked.version });
    }
    case 'status': {
      const { total_amount, advance_payment } = await storedOrder(shop, id);
      const balance = Math.max(0, Number(total_amount) - Number(advance_payment));
      return (
        await change(person, id, {
          status: does.status,
          warranty_days: 30,
          cancellation_reason: 'Sin arreglo',
          ...(does.status === 'delivered' &&
            does.paid && { final_payment: balance, payment_details: { payment_method: 'transfer' } }),
        })
      ).error;
    }
    case 'give parts back':
      return (await person.client.rpc('return_parts', { p_request_id: randomUUID(), p_order_id: id })).error;
    case 'undo': {
      const { version } = await storedOrder(shop, id);
      return (await person.client.rpc('undo_status', { p_order_id: id, p_version: Number(version ?? 0) }))
        .error;
    }
    case 'delete':
      return does.sure === 0
        ? (await person.client.from('service_orders').delete().eq('id', id)).error
        : undefined;
    default:
      return does satisfies never;
  }
}

async function liveNoting(orders: readonly [string, string], item: Item, each: Step) {
  const refusal = await live(orders, item, each);
  if (refusal === null) done.add(each.act.kind);
  // The last two: a busy machine had no time for it.
  else if (
    refusal &&
    !/^(?:23514|42501|P0002|PGRST116|22023|23505|57014|PGRST00[0-3])$/.test(refusal.code ?? '')
  )
    faults.add(`${each.act.kind}: ${refusal.code} ${refusal.message}`);
}

/** Orders whose total is not that of their chosen lines, or that ask or received less than nothing. */
const brokenTotals = async () => [
  ...(await shop.sql`
    select o.id from public.service_orders o
    where coalesce(o.total_amount, 0) <> private.lines_total(o.quote_lines)
      or coalesce(o.total_amount, 0) <> o.quote or o.quote < 0
      or least(o.advance_payment, o.final_payment) < 0`),
];

/** Actions of a day, three of them at once each time. */
const EACH = 30;
/** The number of actions: few by default; `RANDOM_ACTIONS=20000` for a whole run. */
const DAYS = 30;
const ACTIONS = Number(process.env.RANDOM_ACTIONS ?? 2 * DAYS * EACH);
const SEED = Number(process.env.RANDOM_SEED ?? 20_261_127);
const RUNS = [
  { runs: 5, seed: SEED, tags: [] as string[] },
  ...Array.from({ length: Math.ceil(ACTIONS / EACH / DAYS) }, (_, index) => ({
    runs: DAYS,
    seed: SEED + index + 1,
    tags: ['exhaustive'],
  })),
];

for (const { runs, seed, tags } of RUNS)
  test(
    `PAY-02 PAY-25 QUO-01 PART-03 TAX-01 in ${runs} random days (${seed}) lines, money and stock agree`,
    { tags },
    async () => {
      done.clear();
      faults.clear();
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(step, step, step), { minLength: EACH / 3, maxLength: EACH / 3 }),
          async (day) => {
            const make = async () =>
              (await makeOrder(shop, { status: 'in_progress', total_amount: 20_000 })).id;
            const orders = [await make(), await make()] as const;
            const item = await addInventoryItem(shop.people.technician, 4);
            for (const together of day) {
              await Promise.all(together.map((each) => liveNoting(orders, item, each)));
              expect(await brokenTotals()).toEqual([]);
              expect([...(await brokenLedgers(shop)), ...(await brokenDocuments(shop))]).toEqual([]);
              expect([...(await brokenStock(shop)), ...(await brokenDrawers(shop))]).toEqual([]);
            }
            expect([...faults]).toEqual([]);
          },
        ),
        { numRuns: runs, seed, endOnFailure: true },
      );
      // Most kinds of action were done, not all of them refused.
      expect(done.size).toBeGreaterThan(runs > 10 ? 10 : 4);
    },
  );
