/** Access to the reports, and the PIN of the earnings (REP-02, REP-05). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changePin, earningsFor as earnings, pinTicket } from './support/counted-attempts.ts';
import { makeOrder } from './support/orders.ts';
import { openShop, type Client, type Person, type Shop } from './support/shop.ts';

const PIN = '7391';
const AMOUNT = 123_457;

let shop: Shop;
let admin: Client;
let second: Person;
beforeAll(async () => {
  shop = await openShop();
  admin = shop.people.admin.client;
  second = await shop.addPerson('admin');
  await makeOrder(shop, { status: 'delivered', quote: AMOUNT });
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.sql`delete from private.report_pin_tries`;
  await shop.sql`delete from private.report_pin`;
  await shop.sql`insert into private.report_pin (hash) values (extensions.crypt(${PIN}, extensions.gen_salt('bf', 4)))`;
});

const wrongTries = async (client: Client, count: number): Promise<string[]> => {
  const outcomes: string[] = [];
  for (let index = 0; index < count; index += 1) outcomes.push((await earnings(client, '0000')).outcome);
  return outcomes;
};

const CALLS = {
  report_overview: {},
  report_figures: {
    p_from: '2026-01-01',
    p_to: '2026-01-31',
    p_before_from: '2025-12-01',
    p_before_to: '2025-12-31',
  },
  report_orders: { p_card: 'total' },
  try_report_pin: { p_pin: PIN },
  report_earnings: {},
  report_results: { p_report: 'orders' },
  rehearse_commissions: {},
  report_pin_status: {},
  set_report_pin: { p_new: '1111' },
} as const;

describe.each(['anon', 'customer', 'technician', 'receptionist'] as const)('REP-05 %s', (actor) => {
  test.each(Object.entries(CALLS))('anybody but an admin gets nothing of %s', async (name, parameters) => {
    const { data, error } = await shop.clientOf(actor).rpc(name as 'report_orders', parameters as never);
    expect(error?.code).toBe('42501');
    expect(data).toBeNull();
    const [stored] =
      await shop.sql`select extensions.crypt(${PIN}, hash) = hash as same from private.report_pin`;
    expect(stored).toEqual({ same: true });
  });
});

const DAYS = { p_from: '2026-01-01', p_to: '2026-01-31' };
const BEFORE = { p_before_from: '2025-12-01', p_before_to: '2025-12-31' };

test.each(['infinity', '-infinity', '294276-12-31', '5874897-12-31', '4713-01-01 BC'])(
  'SEC-57 the reports ask for the role before they read the date %s, and say to an admin which dates there are',
  async (day) => {
    const asked = ['p_from', 'p_to'].flatMap((end) => [
      ['report_overview', { ...DAYS, [end]: day }] as const,
      ['report_orders', { ...DAYS, p_card: 'total', [end]: day }] as const,
      ['report_figures', { ...DAYS, ...BEFORE, [end]: day }] as const,
      ['report_figures', { ...DAYS, ...BEFORE, [end.replace('p_', 'p_before_')]: day }] as const,
      ['report_earnings', { ...DAYS, [end]: day }] as const,
      ['report_results', { ...DAYS, [end]: day }] as const,
    ]);
    for (const [name, parameters] of [
      ...asked,
      ['report_orders', { p_card: 'earned', p_month: day }] as const,
    ]) {
      for (const actor of ['customer', 'technician', 'receptionist', 'admin'] as const) {
        const { error } = await shop.clientOf(actor).rpc(name, parameters as never);
        expect(error?.code, `${name} of ${actor}`).toBe(actor === 'admin' ? '22023' : '42501');
      }
    }
  },
);

test.each(['p_period_from', 'p_period_to', 'p_before_from', 'p_before_to'])(
  'SEC-57 the earnings of a period say which dates there are, also to who has given the PIN: %s',
  async (end) => {
    const period = { p_period_from: DAYS.p_from, p_period_to: DAYS.p_to, ...BEFORE };
    for (const day of ['infinity', '5874897-12-31', '4713-01-01 BC']) {
      const ticket = await pinTicket(admin, PIN);
      const { error } = await admin.rpc('report_earnings', { ...ticket, ...period, [end]: day });
      expect(error?.code).toBe('22023');
    }
  },
);

/** Every figure whose orders can be listed and exported. */
const FIGURES = [
  'total',
  'completed',
  'delivered',
  'pending',
  'earned',
  'quoted',
  'approved',
  'rejected',
  'decided',
  'timed_decisions',
  'resolved',
  'measured',
  'timed',
  'come_backs',
  'open',
  'under_3',
  'under_7',
  'under_30',
  'over_30',
];

test.each(FIGURES)(
  'REP-05 the orders behind %s, in the list and in the export, are for admins only',
  async (card) => {
    for (const limit of [20, 1000]) {
      for (const actor of ['anon', 'customer', 'technician', 'receptionist'] as const) {
        const { data, error } = await shop
          .clientOf(actor)
          .rpc('report_orders', { p_card: card, p_limit: limit });
        expect(error?.code, actor).toBe('42501');
        expect(data, actor).toBeNull();
      }
      expect((await admin.rpc('report_orders', { p_card: card, p_limit: limit })).error).toBeNull();
    }
  },
);

test('REP-05 unknown figures have no orders, and a figure’s name is never run as SQL', async () => {
  for (const card of [
    '',
    'TOTAL',
    'true',
    "o.status = 'delivered'",
    'total; drop table x',
    'total or true',
  ]) {
    expect((await admin.rpc('report_orders', { p_card: card })).data).toEqual([]);
  }
  const { data } = await admin.rpc('report_orders', { p_card: 'total', p_sort: 'id; drop table x' });
  expect(data).toHaveLength(1);
});

/** Every report of `report_results`. */
const RESULTS = [
  'margin',
  'orders',
  'commissions',
  'commission_orders',
  'payments',
  'balances',
  'discounts',
  'payment_file',
];

test('REP-05 no response without the PIN carries an amount of money', async () => {
  const answers = [
    await admin.rpc('report_overview'),
    await admin.rpc('report_pin_status'),
    await admin.rpc('report_earnings'),
    ...(await Promise.all(RESULTS.map((p_report) => admin.rpc('report_results', { p_report })))),
    await admin.rpc('report_results', { p_report: 'orders', ...(await pinTicket(admin, '0000')) }),
    await admin.rpc('rehearse_commissions', await pinTicket(admin, '0000')),
    await admin.rpc('report_earnings', await pinTicket(admin, '0000')),
    await admin.rpc('report_earnings', await pinTicket(admin, '')),
  ];
  for (const { data, error } of answers) {
    expect(error).toBeNull();
    expect(JSON.stringify(data)).not.toContain(String(AMOUNT));
    expect(JSON.stringify(data)).not.toMatch(/amount|months|report|periods/);
  }
  expect((await earnings(admin, PIN)).total).toBe(AMOUNT);
});

test('REP-05 the PIN and its tries cannot be read through the API', async () => {
  for (const table of ['report_pin', 'report_pin_tries', 'report_pin_guesses', 'warranty_returns']) {
    const { data, error } = await admin
      .schema('private' as never)
      .from(table as never)
      .select();
    expect(data).toBeNull();
    expect(error).not.toBeNull();
  }
  const [stored] = await shop.sql`select hash from private.report_pin`;
  expect(String(stored?.['hash'])).toMatch(/^\$2a\$/);
});

test('REP-05 five wrong PINs lock for 15 minutes, for that user only, and the right one does not open', async () => {
  expect(await wrongTries(admin, 5)).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'locked']);
  const answer = await earnings(admin, PIN);
  expect(answer).toEqual({ outcome: 'locked', set: true, locked_seconds: answer.locked_seconds });
  expect(answer.locked_seconds).toBeGreaterThan(14 * 60);
  expect(answer.locked_seconds).toBeLessThanOrEqual(15 * 60);
  expect((await earnings(second.client, PIN)).total).toBe(AMOUNT);
  expect(await changePin(admin, PIN, '1111')).toBe('locked');
});

test('REP-05 a lock that has run out opens, and begins a new count', async () => {
  await wrongTries(admin, 5);
  await shop.sql`update private.report_pin_tries set locked_until = now() - interval '1 second'`;
  expect(await wrongTries(admin, 4)).toEqual(['wrong', 'wrong', 'wrong', 'wrong']);
  expect((await earnings(admin, PIN)).outcome).toBe('ok');
});

test('REP-05 a right PIN clears the count', async () => {
  await wrongTries(admin, 4);
  await earnings(admin, PIN);
  expect(await wrongTries(admin, 4)).toEqual(['wrong', 'wrong', 'wrong', 'wrong']);
});

test('REP-05 of simultaneous guesses no more than five are tried', async () => {
  const guesses = Array.from({ length: 11 }, () => earnings(admin, '0000'));
  const outcomes = (await Promise.all(guesses)).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(4);
  expect(outcomes.filter((outcome) => outcome === 'locked')).toHaveLength(7);
  expect((await earnings(admin, PIN)).outcome).toBe('locked');
});

test('REP-05 changing the PIN needs the current one, and four digits', async () => {
  const change = (current: string, next: string) => changePin(admin, current, next);
  expect(await change('0000', '1111')).toBe('wrong');
  expect(await change('', '1111')).toBe('wrong');
  for (const bad of ['111', '11111', 'abcd', '١٢٣٤', '']) {
    expect((await admin.rpc('set_report_pin', { p_new: bad })).data).toBe('invalid');
  }
  expect(await change(PIN, '1111')).toBe('ok');
  expect((await earnings(admin, PIN)).outcome).toBe('wrong');
  expect((await earnings(admin, '1111')).outcome).toBe('ok');
});

test('REP-05 without a PIN there are no earnings until an admin sets one', async () => {
  await shop.sql`delete from private.report_pin`;
  expect((await admin.rpc('report_pin_status')).data).toEqual({ set: false, locked_seconds: 0 });
  expect(await earnings(admin, '')).toEqual({ outcome: 'unset', set: false, locked_seconds: 0 });
  expect(await changePin(admin, '', '4826')).toBe('ok');
  expect((await earnings(admin, '4826')).total).toBe(AMOUNT);
});
