/** Random payments by several people at once: ledger, columns and receipts agree, and each payment is there once. */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { importRow } from '@taller/shared/testing/sample-order.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, orderOf, storedOrder } from './support/orders.ts';
import { brokenLedgers, correctPayment, giveBack, paymentsOf, takePayment } from './support/payments.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
/** The customer of the orders. */
let owner: Person;
beforeAll(async () => {
  shop = await openShop();
  owner = await shop.addPerson('customer', { rut: '12345678-5' });
  await shop.sql`
    update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
});
afterAll(() => shop[Symbol.asyncDispose]());

const amount = fc.integer({ min: -1000, max: 25_000 });
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('take' as const),
      amount,
      over: fc.boolean(),
      twice: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('back' as const), amount, twice: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('correct' as const), at: fc.nat(5), twice: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('columns' as const),
      columns: fc.dictionary(fc.constantFrom('advance_payment', 'final_payment', 'quote'), amount, {
        minKeys: 1,
      }),
      method: fc.constantFrom(undefined, 'cash', 'transfer'),
      both: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom('pending', 'in_progress', 'quoted', 'completed', 'cancelled', 'delivered'),
      amount,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('decide' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('anonymise' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('import' as const), amount, again: fc.boolean() }) },
);
const step = fc.record({
  by: fc.constantFrom('technician' as const, 'receptionist' as const, 'admin' as const, 'customer' as const),
  first: fc.boolean(),
  act,
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Errors that are no refusal in words. */
const faults = new Set<string>();
type Refusal = { code?: string; message: string } | null;
/** Whether a busy machine had no answer: the form sends again. */
const isLost = (error: Refusal) => error !== null && /^(?:57014|PGRST00[0-3])?$/.test(error.code ?? '');
function note(error: Refusal): Refusal {
  const isTold = isLost(error) || /^(?:23514|42501|P0002|PGRST116|PT409)$/.test(error?.code ?? '');
  if (error && !isTold) faults.add(`${error.code}: ${error.message}`);
  return error;
}

/**
 * Sends a request until it is answered, or does so twice at once as after a lost answer. Its payment is there once if
 * any was done.
 */
async function send(
  twice: boolean,
  request: (p_id: string) => PromiseLike<Refusal>,
  sent: Map<string, boolean>,
) {
  const id = randomUUID();
  const untilAnswered = async () => {
    let answer = note(await request(id));
    while (isLost(answer)) answer = note(await request(id));
    return answer;
  };
  const answers = await Promise.all(Array.from({ length: twice ? 2 : 1 }, untilAnswered));
  sent.set(id, answers.includes(null));
}

/** One person's step on one of two orders, as it is when they look at it; refusals are part of life. */
async function live(
  orders: readonly [string, string],
  { by, first, act: does }: Step,
  sent: Map<string, boolean>,
) {
  const person = by === 'customer' ? owner : shop.people[by];
  const [id, other] = first ? orders : ([orders[1], orders[0]] as const);
  if (does.kind === 'take') {
    const amounts = does.over ? { [id]: does.amount, [other]: 1000 } : { [id]: does.amount };
    await send(
      does.twice,
      (p_id) => takePayment(person, amounts, { p_id, p_method: 'debit', p_reference: 'R-1' }),
      sent,
    );
  } else if (does.kind === 'back')
    await send(does.twice, (p_id) => giveBack(person, id, does.amount, { p_id }), sent);
  else if (does.kind === 'correct') {
    const payment = (await paymentsOf(shop.people.admin, id)).at(does.at)?.id ?? id;
    await send(does.twice, (p_id) => correctPayment(person, payment, { p_id }), sent);
  } else if (does.kind === 'columns') {
    const details = does.method && {
      payment_details: { payment_method: does.method, payment_note: 'Vuelto' },
    };
    // Orders are written by id, in order: a plain write of several orders locks them as it finds them.
    const ids = does.both ? orders : [id];
    for (const each of ids) note((await change(person, each, { ...does.columns, ...details })).error);
  } else if (does.kind === 'status')
    note(
      (
        await change(person, id, {
          status: does.status,
          cancellation_reason: 'Sin arreglo',
          warranty_days: 30,
          ...(does.status === 'delivered' && {
            final_payment: Math.max(0, does.amount),
            payment_details: { payment_method: 'debit' },
          }),
        })
      ).error,
    );
  else if (does.kind === 'undo') {
    const { version } = await storedOrder(shop, id);
    note((await person.client.rpc('undo_status', { p_order_id: id, p_version: Number(version ?? 0) })).error);
  } else if (does.kind === 'decide') await shop.sql`select public.decide_quote(${id}, 'approved')`;
  else if (does.kind === 'delete')
    note((await person.client.from('service_orders').delete().eq('id', id)).error);
  else if (does.kind === 'anonymise')
    await shop.sql`select private.anonymize_orders(array[id]) from public.service_orders
      where id = ${id} and status in ('delivered', 'cancelled')`;
  else await importOrder(person, does.again ? id : undefined, does.amount);
}

let imported = 0;
async function importOrder({ client }: Person, id: string | undefined, advance: number) {
  imported += 1;
  const { data: batch, error } = await client.rpc('begin_import', {
    p_file_name: 'antiguo.csv',
    p_file_hash: `archivo ${imported}`,
    p_row_count: 1,
  });
  note(error);
  if (!batch) return;
  const row = {
    ...importRow({ row: 1, order_number: 50_000 + imported, advance_payment: advance }),
    ...(id && { id }),
  };
  const answer = await client.rpc('import_orders', { p_batch_id: batch.id, p_rows: [row] as never });
  // An order that is there keeps its id.
  if (answer.error?.code !== '23505') note(answer.error);
}

/** Requests that are there more than once, without an answer, or not although they were answered. */
async function brokenRequests(sent: ReadonlyMap<string, boolean>) {
  const there = new Set(
    (await shop.sql`select id from private.payments where id = any (${[...sent.keys()]}::uuid[])`).map(
      ({ id }) => id,
    ),
  );
  return [...sent].filter(([id, isDone]) => isDone !== there.has(id));
}

/** Orders of which the payments, as staff and customer read them, do not add up to what the order says it received. */
async function brokenReceipts(orders: readonly string[]) {
  const broken: string[] = [];
  for (const id of orders) {
    const { advance_payment, final_payment, customer_rut } = await storedOrder(shop, id);
    if (customer_rut === undefined) continue;
    const received = Number(advance_payment) + Number(final_payment);
    for (const reader of [shop.people.technician, ...(customer_rut === owner.rut ? [owner] : [])]) {
      const payments = await paymentsOf(reader, id);
      if (payments.reduce((sum, payment) => sum + payment.amount, 0) !== received) broken.push(id);
      // Each receipt of a counter-entry says what it corrects, and that one says that it is corrected.
      for (const { corrects } of payments)
        if (corrects && !payments.find((payment) => payment.id === corrects)?.corrected)
          broken.push(corrects);
    }
  }
  return broken;
}

/** Actions of a life, three of them at once each time. */
const EACH = 18;
/** The number of actions: few by default; `RANDOM_ACTIONS=20000` for a whole run. */
const LIVES = 50;
const ACTIONS = Number(process.env.RANDOM_ACTIONS ?? 2 * LIVES * EACH);
const SEED = Number(process.env.RANDOM_SEED ?? 20_261_127);
const RUNS = [
  { runs: 6, seed: SEED, tags: [] as string[] },
  ...Array.from({ length: Math.ceil(ACTIONS / EACH / LIVES) }, (_, index) => ({
    runs: LIVES,
    seed: SEED + index + 1,
    tags: ['exhaustive'],
  })),
];

for (const { runs, seed, tags } of RUNS)
  test(
    `PAY-02 PAY-14 in ${runs} random lives of two orders (${seed}) ledger, columns and receipts agree to the peso`,
    { tags },
    async () => {
      let payments = 0;
      faults.clear();
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(step, step, step), { minLength: EACH / 3, maxLength: EACH / 3 }),
          async (life) => {
            const make = () =>
              makeOrder(shop, {
                ...orderOf(owner),
                quote: 20_000,
                total_amount: 20_000,
                advance_payment: 2000,
              });
            const orders = [(await make()).id, (await make()).id].toSorted() as [string, string];
            const sent = new Map<string, boolean>();
            for (const together of life) {
              await Promise.all(together.map((each) => live(orders, each, sent)));
              expect(await brokenLedgers(shop)).toEqual([]);
            }
            expect(await brokenRequests(sent)).toEqual([]);
            expect(await brokenReceipts(orders)).toEqual([]);
            expect([...faults]).toEqual([]);
            payments += [...sent.values()].filter(Boolean).length;
            // Each life starts from few rows, so that all are checked as fast as the first.
            await shop.sql`delete from public.service_orders where id is not null`;
            await shop.sql`truncate private.payments cascade`;
          },
        ),
        { numRuns: runs, seed, endOnFailure: true },
      );
      expect(payments).toBeGreaterThan(runs);
    },
  );
