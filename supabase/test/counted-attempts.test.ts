/**
 * Guesses are counted however the calls end (SEC-20). A request is one transaction, so each call here returns and then
 * fails, like a cast or filter of its result: its result has leaked, its writes are rolled back.
 */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changePin, claimOrders, earningsFor, pinTicket } from './support/counted-attempts.ts';
import { makeOrder } from './support/orders.ts';
import { newRut, openShop, type Person, type Shop } from './support/shop.ts';

const PIN = '7391';
const AMOUNT = 123_457;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let shop: Shop;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ admin } = shop.people);
  await makeOrder(shop, { status: 'delivered', quote: AMOUNT });
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.sql`delete from private.report_pin_tries`;
  await shop.sql`delete from private.report_pin_guesses`;
  await shop.sql`delete from private.report_pin`;
  await shop.sql`insert into private.report_pin (hash) values (extensions.crypt(${PIN}, extensions.gen_salt('bf', 4)))`;
});

/** Runs calls as a user in one transaction that is rolled back, and returns their results. */
async function rolledBack<T>(person: Person, calls: (tx: postgres.TransactionSql) => Promise<T>): Promise<T> {
  const said: T[] = [];
  const failure = new Error('the cast fails');
  await shop.sql
    .begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: person.id, role: 'authenticated' })}, true)`;
      await tx`set local role authenticated`;
      said.push(await calls(tx));
      throw failure;
    })
    .catch((error: unknown) => {
      if (error !== failure) throw error;
    });
  return said[0] as T;
}

async function value(query: postgres.PendingQuery<postgres.Row[]>): Promise<unknown> {
  const [row] = await query;
  return Object.values(row ?? {})[0];
}

const guess = (tx: postgres.TransactionSql, pin: string) => value(tx`select public.try_report_pin(${pin})`);
const earnings = async (tx: postgres.TransactionSql, ticket: unknown) =>
  (await value(tx`select public.report_earnings(${ticket as string | null})`)) as { outcome: string };

describe('SEC-20 the PIN of the reports', () => {
  test('SEC-20 a first call that fails says the same of a right and a wrong PIN, and its ticket opens nothing', async () => {
    for (const pin of [PIN, '0000']) {
      const ticket = await rolledBack(admin, (tx) => guess(tx, pin));
      expect(ticket).toMatch(UUID);
      const { data } = await admin.client.rpc('report_earnings', { p_ticket: ticket as string });
      expect(data).toMatchObject({ outcome: 'expired' });
    }
    expect((await earningsFor(admin.client, PIN)).total).toBe(AMOUNT);
  });

  test('SEC-20 guesses whose second call fails are counted: five lock, and the right one does not open', async () => {
    const outcomes: string[] = [];
    for (const pin of ['0000', '0001', '0002', '0003', '0004', PIN]) {
      const { p_ticket } = await pinTicket(admin.client, pin);
      outcomes.push((await rolledBack(admin, (tx) => earnings(tx, p_ticket ?? null))).outcome);
    }
    expect(outcomes).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'locked', 'locked']);
    expect((await earningsFor(admin.client, PIN)).outcome).toBe('locked');
  });

  test('SEC-20 guesses that are never answered are counted', async () => {
    for (let index = 0; index < 5; index += 1) await pinTicket(admin.client, '0000');
    expect(await pinTicket(admin.client, PIN)).toEqual({});
    expect((await admin.client.rpc('report_pin_status')).data).toMatchObject({ set: true });
    expect((await earningsFor(admin.client, PIN)).outcome).toBe('locked');
  });

  test('SEC-20 changing the PIN counts its guesses too, and a change that is rolled back changed nothing', async () => {
    for (let index = 0; index < 5; index += 1) {
      const { p_ticket } = await pinTicket(admin.client, `000${index}`);
      const outcome = await rolledBack(admin, (tx) =>
        value(tx`select public.set_report_pin('1111', ${p_ticket ?? null})`),
      );
      expect(outcome).toBe(index < 4 ? 'wrong' : 'locked');
    }
    expect(await changePin(admin.client, PIN, '1111')).toBe('locked');
  });

  test('REP-35 a right PIN whose report fails is no failure, and wrong ones stay counted beside it', async () => {
    const failing = async (pin: string) => {
      const { p_ticket } = await pinTicket(admin.client, pin);
      return (await rolledBack(admin, (tx) => earnings(tx, p_ticket ?? null))).outcome;
    };
    for (let index = 0; index < 6; index += 1) {
      expect(await failing(PIN)).toBe('ok');
      // Longer ago than a ticket is good.
      if (index === 3)
        await shop.sql`update private.report_pin_guesses set made_at = now() - interval '1 hour'`;
    }
    const wrong: string[] = [];
    for (let index = 0; index < 5; index += 1) wrong.push(await failing('0000'));
    expect(wrong).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'locked']);
    expect((await earningsFor(admin.client, PIN)).outcome).toBe('locked');
  });

  test('REP-35 a try that is rolled back tells no right guess from a wrong one', async () => {
    const said: unknown[] = [];
    for (const pin of [PIN, '0000']) {
      for (let index = 0; index < 4; index += 1) await pinTicket(admin.client, '0000');
      said.push(
        await rolledBack(admin, async (tx) => {
          await guess(tx, pin);
          return [await guess(tx, '1111'), await value(tx`select public.report_pin_status() ->> 'set'`)];
        }),
      );
      await shop.sql`delete from private.report_pin_tries`;
    }
    expect(said[0]).toEqual(said[1]);
  });

  test('SEC-20 both calls in one transaction get no answer', async () => {
    const answer = await rolledBack(admin, async (tx) => earnings(tx, await guess(tx, PIN)));
    expect(answer.outcome).toBe('expired');
  });

  test('SEC-20 a ticket is good once, for a minute, for the one who guessed', async () => {
    const second = await shop.addPerson('admin');
    const answerTo = async (person: Person, ticket: { p_ticket?: string }) => {
      const { data } = await person.client.rpc('report_earnings', ticket);
      return (data as { outcome: string }).outcome;
    };
    const ticket = await pinTicket(admin.client, PIN);
    expect(await answerTo(second, ticket)).toBe('expired');
    expect(await answerTo(admin, ticket)).toBe('ok');
    expect(await answerTo(admin, ticket)).toBe('expired');
    const late = await pinTicket(admin.client, PIN);
    await shop.sql`update private.report_pin_guesses set made_at = now() - interval '61 seconds'`;
    expect(await answerTo(admin, late)).toBe('expired');
  });

  test('SEC-20 a guess that waits for its answer is not stored in plain text, and is deleted with the next one', async () => {
    await pinTicket(admin.client, PIN);
    const [waiting] = await shop.sql`select to_jsonb(g)::text as row from private.report_pin_guesses g`;
    expect(String(waiting?.row)).not.toContain(PIN);
    await shop.sql`update private.report_pin_guesses set made_at = now() - interval '61 seconds'`;
    await pinTicket(admin.client, '0000');
    expect(await shop.sql`select from private.report_pin_guesses`).toHaveLength(1);
  });
});

describe('SEC-20 claiming orders', () => {
  async function claimant() {
    const rut = newRut();
    const order = await makeOrder(shop, { customer_rut: rut, customer_phone: '+56 9 7000 0003' });
    return {
      order,
      person: await shop.addPerson('customer', { proven: false, rut, phone: '+56 9 7111 1111' }),
    };
  }
  const claim = (tx: postgres.TransactionSql, number: number, phone: string) =>
    value(tx`select public.try_claim_orders(${number}, ${phone})`);
  const answer = (tx: postgres.TransactionSql, ticket: unknown) =>
    value(tx`select public.claim_orders(${ticket as string | null})`);

  test('SEC-20 a first call that fails tells nothing of the phone, and its ticket links nothing', async () => {
    const { order, person } = await claimant();
    for (const phone of ['+56 9 7000 0003', '+56 9 7000 0004']) {
      const ticket = await rolledBack(person, (tx) => claim(tx, order.order_number, phone));
      expect(ticket).toMatch(UUID);
      expect((await person.client.rpc('claim_orders', { p_ticket: ticket as string })).data).toBe('expired');
    }
    expect(
      await rolledBack(person, async (tx) =>
        answer(tx, await claim(tx, order.order_number, '+56 9 7000 0003')),
      ),
    ).toBe('expired');
  });

  test('SEC-20 claims whose second call fails are counted, five an hour', async () => {
    const { order, person } = await claimant();
    for (let index = 0; index < 5; index += 1) {
      const { data } = await person.client.rpc('try_claim_orders', {
        p_order_number: order.order_number,
        p_phone: `+56 9 7000 001${index}`,
      });
      expect(await rolledBack(person, (tx) => answer(tx, data))).toBe('no_match');
    }
    expect(await claimOrders(person.client, order.order_number, '+56 9 7000 0003')).toBe('too_many');
    const [profile] = await shop.sql`select rut_verified_at from public.profiles where id = ${person.id}`;
    expect(profile?.rut_verified_at).toBeNull();
  });

  test('SEC-20 a ticket is valid once, for a minute, for its claimant, and the claim is deleted', async () => {
    const { order, person } = await claimant();
    const other = await shop.addPerson('customer', { proven: false });
    const ticketOf = async () => {
      const { data } = await person.client.rpc('try_claim_orders', {
        p_order_number: order.order_number,
        p_phone: '9 7000 0003',
      });
      return { p_ticket: data as string };
    };
    const late = await ticketOf();
    await shop.sql`update private.claim_attempts set attempted_at = now() - interval '61 seconds' where user_id = ${person.id}`;
    expect((await person.client.rpc('claim_orders', late)).data).toBe('expired');
    const ticket = await ticketOf();
    expect((await other.client.rpc('claim_orders', ticket)).data).toBe('expired');
    expect((await person.client.rpc('claim_orders', ticket)).data).toBe('linked');
    expect((await person.client.rpc('claim_orders', ticket)).data).toBe('expired');
    expect(
      await shop.sql`select from private.claim_attempts where user_id = ${person.id} and ticket = ${ticket.p_ticket}`,
    ).toHaveLength(0);
    expect(await shop.sql`select from private.claim_attempts where user_id = ${person.id}`).toHaveLength(2);
  });
});

describe('SEC-48 a form that is sent again', () => {
  test('SEC-48 repeating the request that set the PIN does not reveal it: five guesses lock it', async () => {
    await shop.sql`delete from private.report_pin`;
    const request = randomUUID();
    const set = async (pin: string) =>
      admin.client.rpc('set_report_pin', {
        ...(await pinTicket(admin.client, pin)),
        p_new: pin,
        p_request_id: request,
      });
    expect((await set(PIN)).data).toBe('ok');
    expect((await set(PIN)).data).toBe('ok');
    for (const pin of ['0000', '0001', '0002', '0003'])
      expect((await set(pin)).error).toMatchObject({ code: 'PT409' });
    expect((await set('0004')).data).toBe('locked');
    expect((await set(PIN)).data).toBe('locked');
    expect((await admin.client.rpc('set_report_pin', { p_new: PIN, p_request_id: request })).data).toBe(
      'locked',
    );
  });
});
