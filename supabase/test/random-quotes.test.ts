/** Random lives of quotes: whatever several people do at once, totals are the sums of their lines (QUO-10). */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { answerQuote, linesOf, saveLines, shownQuote, type StoredLine } from './support/quotes.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.sql`
    update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
});
afterAll(() => shop[Symbol.asyncDispose]());

const price = fc.constantFrom(0, 1, 4990, 15_000, 60_000);
/** Fifteen words for lines: what is new to a quote and what is in it already. */
const line = fc.record({
  id: fc.nat(5),
  kind: fc.constantFrom('labour', 'part', 'part', 'discount'),
  description: fc.constantFrom('Pantalla', 'Batería', 'Ajuste'),
  quantity: fc.constantFrom(1, 1, 2, 99),
  unit_price: price,
  discount: fc.constantFrom(0, 0, 1, 5000),
  condition: fc.constantFrom('new', 'used'),
  choice: fc.constantFrom(null, null, 'A'),
  optional: fc.boolean(),
  chosen: fc.boolean(),
});
type RandomLine = typeof line extends fc.Arbitrary<infer L> ? L : never;

const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('lines' as const), lines: fc.array(line, { maxLength: 5 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('number' as const), price }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom(
        'quoted',
        'quoted',
        'in_progress',
        'completed',
        'delivered',
        'cancelled',
        'pending',
      ),
      price: fc.option(price),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      decision: fc.constantFrom('approved', 'approved', 'rejected'),
      taken: fc.nat(255),
      isStale: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('phone' as const), taken: fc.nat(255), isStale: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('anonymise' as const) }) },
);
const step = fc.record({
  by: fc.constantFrom('technician' as const, 'receptionist' as const, 'admin' as const),
  act,
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const amountOf = (line: StoredLine) => line.quantity * line.unit_price - line.discount;
const totalOf = (lines: readonly StoredLine[]) =>
  lines.filter(({ chosen }) => chosen).reduce((sum, line) => sum + amountOf(line), 0);
/** Mostly what the database accepts. */
const written = (lines: readonly RandomLine[], ids: readonly string[]) => {
  const first = lines.findIndex(({ choice, kind }) => choice && kind !== 'discount');
  return lines.map((one, index) => ({
    ...one,
    id: ids[(one.id + index) % ids.length],
    ...(one.choice && { optional: false, chosen: index === first }),
    ...(one.kind === 'discount' && {
      unit_price: -one.unit_price,
      quantity: 1,
      discount: 0,
      choice: null,
      optional: false,
    }),
  }));
};

/** Errors that are no refusal in words: a broken constraint, a deadlock, a fault. */
const faults = new Set<string>();
let refusals = 0;
let approvals = 0;
let byPhone = 0;
const noting = async <A extends { error: { code?: string; message: string } | null }>(
  answer: PromiseLike<A>,
) => {
  const { error } = await answer;
  if (!error) return;
  refusals++;
  if (!/^(?:23514|42501|P0002|PGRST116|22023)$/.test(error.code ?? '') || error.message.includes('violates'))
    faults.add(`${error.code} ${error.message}`);
};

/** A quote that the customer has open, and the lines that an order had in any state. */
interface Life {
  readonly id: string;
  readonly ids: readonly string[];
  page?: Awaited<ReturnType<typeof shownQuote>>;
}

/** An answer to the quote that is open now, or to the one that was opened before; null without a quote. */
async function answerTo(life: Life, taken: number, isStale: boolean) {
  const page = isStale && life.page ? life.page : await shownQuote(shop, life.id);
  life.page = page;
  if (!page.version) return null;
  const picked = page.lines.map((line, index) => ({
    ...line,
    chosen: line.choice || line.optional ? ((taken >> index) & 1) === 1 : true,
  }));
  const chosen = picked.filter((line) => line.chosen).map(({ id }) => id);
  return { version: page.version, picked, chosen, total: totalOf(picked) };
}

const decisionsOf = async (id: string) =>
  (
    await shop.sql`select from public.decision_history where order_id = ${id} and message like '%por teléfono%'`
  ).length;

/** An approved quote is kept verbatim. */
async function expectKept(id: string, total: number, picked: readonly StoredLine[]): Promise<void> {
  const [kept] =
    await shop.sql`select total_amount::int as total, quote_lines as lines from public.decision_history
    where order_id = ${id} and type = 'success' order by created_at desc limit 1`;
  expect(kept?.total).toBe(total);
  expect(kept?.lines).toMatchObject(picked);
}

/** The customer's answer by the link. */
async function decide(life: Life, decision: string, taken: number, isStale: boolean): Promise<void> {
  const said = await answerTo(life, taken, isStale);
  if (!said) return;
  const { version, chosen, picked, total } = said;
  const answer = await answerQuote(shop.anon, life.id, {
    decision,
    version,
    chosen,
    total_amount: total,
  });
  expect([200, 400, 409]).toContain(answer.status);
  if (answer.status !== 200 || decision !== 'approved') return;
  approvals++;
  await expectKept(life.id, total, picked);
}

/** A yes by phone, as a member of the staff notes it. */
async function notePhone({ client }: Person, life: Life, taken: number, isStale: boolean): Promise<void> {
  const said = await answerTo(life, taken, isStale);
  if (!said) return;
  const before = await decisionsOf(life.id);
  await noting(
    client.rpc('record_approval', {
      p_order_id: life.id,
      p_channel: 'phone',
      p_said_by: 'Ana',
      p_amount: said.total,
      p_version: said.version,
      p_chosen: said.chosen,
    }),
  );
  if ((await decisionsOf(life.id)) > before) byPhone++;
}

async function live(life: Life, { by, act: what }: Step): Promise<void> {
  const person = shop.people[by];
  const { id } = life;
  switch (what.kind) {
    case 'lines':
      return noting(saveLines(person, id, written(what.lines, life.ids)));
    case 'number':
      return noting(change(person, id, { quote: what.price, total_amount: what.price }));
    case 'status':
      return noting(
        change(person, id, {
          status: what.status,
          warranty_days: 30,
          cancellation_reason: 'Sin arreglo',
          ...(what.price !== null && { total_amount: what.price }),
        }),
      );
    case 'decide':
      return decide(life, what.decision, what.taken, what.isStale);
    case 'phone':
      return notePhone(person, life, what.taken, what.isStale);
    case 'undo': {
      const [order] = await shop.sql`select version from public.service_orders where id = ${id}`;
      return noting(person.client.rpc('undo_status', { p_order_id: id, p_version: Number(order?.version) }));
    }
    case 'anonymise':
      await shop.sql`select private.anonymize_orders(array[id]) from public.service_orders
        where id = ${id} and status in ('delivered', 'cancelled')`;
      return;
    default:
      what satisfies never;
  }
}

const work = (lines: readonly StoredLine[]) =>
  lines
    .filter(
      (line) =>
        line.chosen && line.kind !== 'discount' && !(line.kind === 'labour' && line.description === 'Ajuste'),
    )
    .map(({ kind, description, quantity, condition, note }) =>
      JSON.stringify([kind, description, quantity, condition, note]),
    )
    .toSorted();

/** The invariants of an order. */
async function expectSound(id: string): Promise<void> {
  const lines = await linesOf(shop, id);
  const [order] = await shop.sql`
    select status, total_amount::int as total, quote::int as quote, unrepaired_reason, anonymized_at
    from public.service_orders where id = ${id}`;
  expect([order?.total ?? 0, order?.quote]).toEqual([totalOf(lines), totalOf(lines)]);
  expect(totalOf(lines)).toBeGreaterThanOrEqual(0);
  for (const name of new Set(lines.flatMap(({ choice }) => choice ?? [])))
    expect(lines.filter(({ choice, chosen }) => choice === name && chosen)).toHaveLength(1);
  expect(lines.filter((line) => !line.choice && !line.optional && !line.chosen)).toEqual([]);
  const [approved] =
    await shop.sql`select total_amount::int as total, quote_lines as lines from public.decision_history
    where order_id = ${id} and type = 'success' order by created_at desc limit 1`;
  if (!approved || !['completed', 'delivered'].includes(String(order?.status))) return;
  expect(order?.total).toBeLessThanOrEqual(Number(approved.total));
  const isPromised = order?.unrepaired_reason === null && order.anonymized_at === null;
  expect(work(lines)).toEqual(work(isPromised ? (approved.lines as StoredLine[]) : lines));
}

const LENGTHS = [
  // Too few for an approval every time.
  { actions: 200, leastApproved: 0, tags: [] as string[] },
  { actions: 20_000, leastApproved: 1, tags: ['exhaustive'] },
];

for (const { actions, leastApproved, tags } of LENGTHS)
  test(
    `QUO-10 ${actions} random actions of several people at once leave every total the sum of its lines`,
    { tags, timeout: 30_000 + actions * 60 },
    async () => {
      let done = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(step, step), { minLength: 8, maxLength: 12 }), async (pairs) => {
          if (done >= actions) return;
          const { id } = await makeOrder(shop, { status: 'in_progress', total_amount: 0 });
          const life: Life = { id, ids: Array.from({ length: 6 }, () => randomUUID()) };
          for (const pair of pairs) {
            await Promise.all(pair.map((one) => live(life, one)));
            await expectSound(id);
            done += pair.length;
          }
        }),
        { numRuns: actions, endOnFailure: true },
      );
      expect(done).toBeGreaterThanOrEqual(actions);
      expect([...faults]).toEqual([]);
      expect(refusals).toBeLessThan(done / 2);
      expect(approvals).toBeGreaterThanOrEqual(leastApproved);
      expect(byPhone).toBeGreaterThanOrEqual(leastApproved);
    },
  );
