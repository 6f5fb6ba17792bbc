/** Cash drawers: how they are closed and opened again, and who reads what of them (PAY-22 to PAY-24). */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  brokenDrawers,
  closeDrawer,
  closeEven,
  drawersOf,
  moveCash,
  openDrawer,
  openedDrawer,
  reopenDrawer,
  sheetOf,
} from './support/drawers.ts';
import { makeOrder } from './support/orders.ts';
import { brokenLedgers, takePayment } from './support/payments.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let technician: Person;
let receptionist: Person;
let colleague: Person;
let admin: Person;
let customer: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician, receptionist, admin, customer } = shop.people);
  colleague = await shop.addPerson('receptionist');
  await shop.sql`update public.setting_sections set value = value || '{"tills": ["Caja", "Mesón"]}'
    where section = 'desk'`;
});
afterAll(() => shop[Symbol.asyncDispose]());
afterEach(async () => {
  expect([...(await brokenLedgers(shop)), ...(await brokenDrawers(shop))]).toEqual([]);
  for (const { id } of await shop.sql`select id from private.drawers where closed_at is null`)
    await closeEven(shop, admin, id as string);
});

const order = () => makeOrder(shop, { quote: 900_000, total_amount: 900_000 });
const listOf = async ({ client }: Person) => (await client.rpc('list_drawers')).data ?? [];

describe('PAY-22 a drawer is closed with a blind count', () => {
  test('PAY-22 expected is opening, cash, deposits less withdrawals, and a count that is right closes at once', async () => {
    const drawer = await openedDrawer(receptionist, { p_count: { 20000: 1 } });
    const { id } = await order();
    await takePayment(receptionist, { [id]: 15_000 });
    await takePayment(receptionist, { [id]: 40_000 }, { p_method: 'debit' });
    expect(await moveCash(receptionist, drawer, 8000)).toBeNull();
    expect(
      await moveCash(receptionist, drawer, 500, { p_kind: 'deposit', p_reason: ' Sencillo\n ' }),
    ).toBeNull();
    const { data } = await closeDrawer(
      receptionist,
      drawer,
      { 20000: 1, 5000: 1, 500: 5 },
      { p_reason: 'Nada' },
    );
    expect(data).toEqual({ closed: true, counted: 27_500, expected: 27_500 });
    expect((await sheetOf(receptionist, drawer)).sheet).toMatchObject({
      opening_amount: 20_000,
      counted_amount: 27_500,
      expected_amount: 27_500,
      reason: '',
      closed_by: receptionist.fullName,
      events: [
        { kind: 'opened', amount: 20_000 },
        { kind: 'withdrawal', amount: 8000, reason: 'Compra de insumos' },
        { kind: 'deposit', amount: 500, reason: 'Sencillo' },
        { kind: 'closed', amount: 27_500, expected: 27_500 },
      ],
      payments: [
        { method: 'cash', amount: 15_000 },
        { method: 'debit', amount: 40_000 },
      ],
    });
  });

  test('PAY-22 a difference is told after the count, and closes with a reason for the one that was seen', async () => {
    const drawer = await openedDrawer(receptionist);
    // A reason for what nobody has seen yet closes nothing.
    const first = await closeDrawer(receptionist, drawer, { 1000: 9 }, { p_reason: 'Falta un billete' });
    expect(first.data).toEqual({ closed: false, counted: 9000, expected: 10_000 });
    const { id } = await order();
    await takePayment(admin, { [id]: 2000 });
    const seen = { p_reason: 'Falta un billete', p_seen: 10_000 };
    const second = await closeDrawer(receptionist, drawer, { 1000: 9 }, seen);
    expect(second.data).toEqual({ closed: false, counted: 9000, expected: 12_000 });
    expect((await closeDrawer(receptionist, drawer, { 1000: 9 }, { p_seen: 12_000 })).data?.closed).toBe(
      false,
    );
    const last = await closeDrawer(receptionist, drawer, { 1000: 11 }, { ...seen, p_seen: 12_000 });
    expect(last.data).toEqual({ closed: true, counted: 11_000, expected: 12_000 });
    const { sheet } = await sheetOf(admin, drawer);
    expect(sheet).toMatchObject({
      counted_amount: 11_000,
      expected_amount: 12_000,
      reason: 'Falta un billete',
    });
    expect(sheet?.events.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['opened', 10_000],
      ['counted', 9000],
      ['counted', 9000],
      ['counted', 9000],
      ['closed', 11_000],
    ]);
    expect(await listOf(receptionist)).toContainEqual(
      expect.objectContaining({ id: drawer, counted: 11_000, difference: -1000, reason: 'Falta un billete' }),
    );
  });

  test('PAY-22 a payment at the moment of the closing is in it, or refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const drawer = await openedDrawer(receptionist);
      const { id } = await order();
      const [closing, ...payments] = await Promise.all([
        closeDrawer(receptionist, drawer, { 1000: 10 + round }),
        ...[receptionist, admin, colleague].map((by) => takePayment(by, { [id]: 1000 })),
      ]);
      const taken = payments.filter((refusal) => refusal === null).length;
      const inside = (await drawersOf(shop, id)).length;
      expect(inside).toBe(taken);
      const closed = closing.data?.closed === true;
      expect(closed ? closing.data?.expected : 10_000 + 1000 * taken).toBe(10_000 + 1000 * taken);
      if (!closed) await closeEven(shop, receptionist, drawer);
    }
  });

  test('PAY-22 a closed drawer is fixed: nothing goes in or out of it, and it is closed once', async () => {
    const drawer = await openedDrawer(receptionist);
    await closeEven(shop, receptionist, drawer);
    const fixed = /^Esta caja ya está cerrada: la cerró Persona \d+ a las \d\d:\d\d\. Nada cambió en ella\.$/;
    expect((await moveCash(receptionist, drawer, 1000))?.message).toMatch(fixed);
    expect((await closeDrawer(receptionist, drawer, {})).error?.message).toMatch(fixed);
    const { id } = await order();
    expect((await takePayment(receptionist, { [id]: 1000 }))?.code).toBe('23514');
  });
});

describe('PAY-23 opened again, and by whom', () => {
  test('PAY-23 only an admin opens a closed drawer again, with a reason, and its closings stay in the sheet', async () => {
    const drawer = await openedDrawer(receptionist);
    expect((await reopenDrawer(admin, drawer))?.message).toBe('Esta caja está abierta.');
    await closeEven(shop, receptionist, drawer);
    expect((await reopenDrawer(receptionist, drawer))?.code).toBe('42501');
    expect((await reopenDrawer(admin, drawer, { p_reason: ' ' }))?.message).toBe('Escribe el motivo.');
    const next = await openedDrawer(receptionist);
    expect((await reopenDrawer(admin, drawer))?.message).toContain('ya tiene otra abierta');
    await closeEven(shop, receptionist, next);
    const both = await Promise.all([reopenDrawer(admin, drawer), openDrawer(receptionist)]);
    expect(both.filter((refusal) => refusal === null)).toHaveLength(1);
    for (const { id: other } of await shop.sql`select id from private.drawers
      where closed_at is null and id <> ${drawer}`) {
      await closeEven(shop, receptionist, other as string);
      await reopenDrawer(admin, drawer);
    }
    const { id } = await order();
    expect(await takePayment(receptionist, { [id]: 1000 })).toBeNull();
    expect((await closeDrawer(receptionist, drawer, { 1000: 11 })).data?.closed).toBe(true);
    const { sheet } = await sheetOf(receptionist, drawer);
    expect(sheet?.events.map(({ kind, created_by: by }) => [kind, by])).toEqual([
      ['opened', receptionist.fullName],
      ['closed', receptionist.fullName],
      ['reopened', admin.fullName],
      ['closed', receptionist.fullName],
    ]);
  });

  test('PAY-23 an admin counts and closes anybody’s, a receptionist the own', async () => {
    const drawer = await openedDrawer(receptionist);
    for (const error of [
      await moveCash(colleague, drawer, 1000),
      (await closeDrawer(colleague, drawer, { 1000: 10 })).error,
    ])
      expect(error).toMatchObject({
        code: '42501',
        message: expect.stringContaining('de otra persona') as string,
      });
    expect(await moveCash(admin, drawer, 1000)).toBeNull();
    expect((await closeDrawer(admin, drawer, { 1000: 9 })).data?.closed).toBe(true);
    expect((await sheetOf(receptionist, drawer)).sheet?.closed_by).toBe(admin.fullName);
    expect((await closeDrawer(admin, randomUUID(), {})).error?.code).toBe('P0002');
  });
});

describe('PAY-24 who reads what', () => {
  test('PAY-24 an open drawer tells its person neither what came in nor what should be in it', async () => {
    const drawer = await openedDrawer(receptionist);
    const { id } = await order();
    await takePayment(receptionist, { [id]: 5000 });
    const own = await sheetOf(receptionist, drawer);
    expect(own.sheet).toMatchObject({ opening_amount: 10_000, expected_amount: null, payments: null });
    const { sheet } = await sheetOf(admin, drawer);
    expect(sheet).toMatchObject({
      expected_amount: 15_000,
      payments: [{ amount: 5000, orders: [expect.any(Number)] }],
    });
    expect((await sheetOf(colleague, drawer)).error?.code).toBe('P0002');
    expect((await listOf(colleague)).map((row) => row.id)).not.toContain(drawer);
    expect(await listOf(admin)).toContainEqual(
      expect.objectContaining({ id: drawer, counted: null, difference: null }),
    );
    expect((await technician.client.rpc('open_drawers')).data).toEqual([
      expect.objectContaining({ id: drawer, till: 'Caja', opened_by: receptionist.fullName, is_own: false }),
    ]);
  });

  test('PAY-24 trying withdrawals until one passes is kept as counting is, once for each id', async () => {
    const drawer = await openedDrawer(receptionist);
    const p_id = randomUUID();
    for (const _ of [0, 1])
      expect((await moveCash(receptionist, drawer, 10_001, { p_id }))?.code).toBe('23514');
    await moveCash(receptionist, drawer, 500, { p_kind: 'deposit' });
    // Sent again it is not done now that there is enough.
    expect(await moveCash(receptionist, drawer, 10_001, { p_id })).not.toBeNull();
    expect((await moveCash(receptionist, drawer, 10_000, { p_id }))?.message).toContain('no se retiró nada');
    expect(await moveCash(receptionist, drawer, 10_001)).toBeNull();
    const { sheet } = await sheetOf(admin, drawer);
    expect(sheet?.events.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['opened', 10_000],
      ['refused', 10_001],
      ['deposit', 500],
      ['withdrawal', 10_001],
    ]);
    expect(sheet?.expected_amount).toBe(499);
    await moveCash(receptionist, drawer, 1, { p_kind: 'deposit' });
  });

  test('PAY-24 what an admin’s count found is not told to its person, who counts it next', async () => {
    const drawer = await openedDrawer(receptionist);
    await closeDrawer(admin, drawer, { 1000: 8 });
    await closeDrawer(receptionist, drawer, { 1000: 9 });
    const foundBy = async (by: Person) =>
      (await sheetOf(by, drawer)).sheet?.events.flatMap(({ kind, expected }) =>
        kind === 'counted' ? [expected] : [],
      );
    expect(await foundBy(receptionist)).toEqual([null, 10_000]);
    expect(await foundBy(admin)).toEqual([10_000, 10_000]);
  });

  test('PAY-24 technicians and customers do nothing with drawers, and nobody reads or writes the tables', async () => {
    const drawer = await openedDrawer(receptionist);
    for (const by of [technician, customer]) {
      expect((await openDrawer(by, { p_till: 'Mesón' }))?.code).toBe('42501');
      expect((await moveCash(by, drawer, 1000))?.code).toBe('42501');
      expect((await closeDrawer(by, drawer, {}, { p_reason: 'x'.repeat(501) })).error?.code).toBe('42501');
      expect((await reopenDrawer(by, drawer))?.code).toBe('42501');
      expect((await sheetOf(by, drawer)).error?.code).toBe('42501');
      expect((await by.client.rpc('list_drawers')).error?.code).toBe('42501');
    }
    expect((await customer.client.rpc('open_drawers')).error?.code).toBe('42501');
    for (const table of ['drawers', 'drawer_events'])
      expect((await admin.client.from(table as never).select('*')).error).not.toBeNull();
  });

  test('PAY-24 texts have a limit, and the name of who kept a drawer outlives the account', async () => {
    const cashier = await shop.addPerson('receptionist');
    const drawer = await openedDrawer(cashier);
    expect((await moveCash(cashier, drawer, 1, { p_reason: 'x'.repeat(501) }))?.message).toContain(
      '500 letras',
    );
    expect((await moveCash(cashier, drawer, 1, { p_reason: ' ' }))?.message).toBe('Escribe el motivo.');
    for (const amount of [0, -1]) expect((await moveCash(cashier, drawer, amount))?.code).toBe('23514');
    expect((await admin.client.from('profiles').delete().eq('id', cashier.id)).error).toBeNull();
    expect((await sheetOf(admin, drawer)).sheet?.opened_by).toBe(cashier.fullName);
    expect((await closeDrawer(admin, drawer, { 1000: 10 })).data?.closed).toBe(true);
  });
});
