/** Payments while the database is killed again and again in the middle of them (PAY-14). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KILLS, openKilledShop, refuseWords, type Asked, type KilledShop } from './support/killed-shop.ts';

let shop: KilledShop;
beforeAll(async () => {
  shop = await openKilledShop('receptionist');
});
afterAll(() => shop[Symbol.asyncDispose]());

/** A request of a form: its id becomes the payment's. */
type Payment = Asked & { id: string };
const take = (ids: readonly string[]): Payment => {
  const id = randomUUID();
  const orders = ids.map((order) => ({ id: order, amount: 2000 }));
  return {
    id,
    send: () => isDone('take_payment', { p_id: id, p_orders: orders, p_method: 'debit' }),
    work: (tx) => tx`select public.take_payment(${id}, ${tx.json(orders)}, 'debit')`,
  };
};
const giveBack = (order: string): Payment => {
  const id = randomUUID();
  const values = { p_id: id, p_order_id: order, p_amount: 1000, p_method: 'debit', p_reason: 'De más' };
  return {
    id,
    send: () => isDone('give_back', values),
    work: (tx) => tx`select public.give_back(${id}, ${order}, 1000, 'debit', 'De más')`,
  };
};

async function isDone(name: string, values: object): Promise<boolean> {
  const { error } = await shop.client.rpc(name, values);
  refuseWords(error);
  return error === null;
}

/** The number of times each payment is in the ledger. */
async function countsOf(asked: readonly Payment[]): Promise<number[]> {
  const ids = asked.map(({ id }) => id);
  const rows = await shop.sql`select id from private.payments where id = any (${ids}::uuid[])`;
  return ids.map((id) => rows.filter((row) => row.id === id).length);
}

/** The received amounts by the orders' columns and by their ledger. */
const receivedFor = async (orders: readonly string[]) => [
  ...(await shop.sql`
    select o.advance_payment::integer as columns, sum(s.amount)::integer as ledger
    from public.service_orders o join private.payment_shares s on s.order_id = o.id
    where o.id = any (${orders}::uuid[]) group by o.id order by columns`),
];

for (const { kills, tags } of KILLS)
  test(
    `PAY-14 after ${kills} kills of the database in the middle of payments each is there once`,
    { tags },
    async () => {
      const all: Payment[] = [];
      const addOrder = () => shop.addOrder({ advance_payment: 10_000 });
      let unanswered = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        const orders = [await addOrder(), await addOrder()] as const;
        const first = take(orders);
        const asked = [first, take([orders[1]]), take(orders.toReversed()), giveBack(orders[0])];
        all.push(...asked);
        let done = asked.map(() => false);
        if (kill % 4 === 0) await shop.killBeforeCommit(first);
        else done = await shop.sendAndKill(asked, (kill * 3) % 20);
        await shop.isUp();
        const counts = await countsOf(asked);
        // An answered payment exists; an unanswered one exists once or not at all.
        expect(counts.filter((count, index) => count !== 1 && done[index])).toEqual([]);
        expect(Math.max(...counts)).toBeLessThan(2);
        unanswered += done.filter((each) => !each).length;
        await shop.sendAgain(asked);
        expect(await countsOf(asked)).toEqual([1, 1, 1, 1]);
        expect(await receivedFor(orders)).toEqual([
          { columns: 13_000, ledger: 13_000 },
          { columns: 16_000, ledger: 16_000 },
        ]);
      }
      expect(unanswered).toBeGreaterThan(kills);
      expect(await countsOf(all)).toEqual(all.map(() => 1));
    },
  );
