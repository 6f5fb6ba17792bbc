/** Cash drawers: how they are opened, and where cash goes (PAY-20, PAY-21). */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
import { change, makeOrder, orderOf } from './support/orders.ts';
import {
  brokenLedgers,
  correctPayment,
  giveBack,
  ledgerOf,
  NOT_SO_MUCH,
  paymentsOf,
  takePayment,
} from './support/payments.ts';
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
});
afterAll(() => shop[Symbol.asyncDispose]());

const setTills = (names: readonly string[]) =>
  shop.sql`update public.setting_sections set value = value || jsonb_build_object('tills', ${shop.sql.json([...names])}::jsonb)
    where section = 'desk'`;
beforeEach(() => setTills(['Caja', 'Mesón']));
afterEach(async () => {
  expect([...(await brokenLedgers(shop)), ...(await brokenDrawers(shop))]).toEqual([]);
  for (const { id } of await shop.sql`select id from private.drawers where closed_at is null`)
    await closeEven(shop, admin, id as string);
});

const order = (columns = {}) => makeOrder(shop, { quote: 90_000, total_amount: 90_000, ...columns });
const NONE = 'No hay una caja abierta para este efectivo. Ábrela y guarda otra vez: no se registró nada.';
const SEVERAL = 'Hay varias cajas abiertas. Elige a cuál corresponde este efectivo.';

describe('PAY-20 a drawer is opened with a count', () => {
  test('PAY-20 the count by denomination is its opening, and what is no count is refused', async () => {
    const id = await openedDrawer(receptionist, { p_count: { 20000: 2, 1000: 3, 10: 7 } });
    expect((await sheetOf(receptionist, id)).sheet).toMatchObject({
      opened_by: receptionist.fullName,
      opening_amount: 43_070,
      events: [{ kind: 'opened', amount: 43_070, created_by: receptionist.fullName }],
    });
    for (const count of [{ 25: 1 }, { 1000: -1 }, { 1000: 1.5 }, { 1000: '1' }, { 1000: 100_000 }, [], null])
      expect((await openDrawer(colleague, { p_till: 'Mesón', p_count: count as never }))?.code).toBe('22023');
    expect(await openDrawer(colleague, { p_till: 'Mesón', p_count: {} })).toBeNull();
  });

  test('PAY-20 one open drawer at a till and of a person, and only at tills of the settings', async () => {
    const both = await Promise.all([receptionist, colleague].map((by) => openDrawer(by)));
    expect(both.filter((refusal) => refusal === null)).toHaveLength(1);
    expect(both.find((refusal) => refusal !== null)?.message).toMatch(
      /^La caja «Caja» ya está abierta: la abrió Persona \d+ a las \d\d:\d\d\.$/,
    );
    const [first, second] = both[0] === null ? [receptionist, colleague] : [colleague, receptionist];
    expect((await openDrawer(first, { p_till: 'Mesón' }))?.message).toContain(
      'Ya tienes abierta la caja «Caja»',
    );
    expect((await openDrawer(second, { p_till: 'Otra' }))?.message).toBe(
      'Esa caja ya no está en Ajustes. Elige otra.',
    );
    expect(await openDrawer(second, { p_till: 'Mesón' })).toBeNull();
    // The id is that of a drawer which is closed: nothing is open that could be named.
    const [{ id: p_id } = {}] = await shop.sql`select id from private.drawers where opened_by = ${first.id}
      order by opened_at desc limit 1`;
    await closeEven(shop, admin, p_id as string);
    expect((await openDrawer(admin, { p_id: p_id as string }))?.message).toBe(
      'Este envío no se registró: su identificador ya es de otro registro. Cierra el formulario, ábrelo de nuevo y envíalo otra vez.',
    );
  });

  test('PAY-20 sent twice each step happens once', async () => {
    const p_id = randomUUID();
    expect(await Promise.all([0, 1].map(() => openDrawer(receptionist, { p_id })))).toEqual([null, null]);
    expect((await openDrawer(receptionist, { p_id, p_count: {} }))?.message).toContain(
      'la caja quedó abierta',
    );
    const moved = randomUUID();
    for (const _ of [0, 1]) expect(await moveCash(receptionist, p_id, 1000, { p_id: moved })).toBeNull();
    const closed = { p_id: randomUUID() };
    const answers = [
      await closeDrawer(receptionist, p_id, { 1000: 9 }, closed),
      await closeDrawer(receptionist, p_id, { 1000: 9 }, closed),
    ];
    for (const { data } of answers) expect(data).toEqual({ closed: true, counted: 9000, expected: 9000 });
    const again = { p_id: randomUUID() };
    for (const _ of [0, 1]) expect(await reopenDrawer(admin, p_id, again)).toBeNull();
    expect((await sheetOf(admin, p_id)).sheet?.events.map(({ kind }) => kind)).toEqual([
      'opened',
      'withdrawal',
      'closed',
      'reopened',
    ]);
  });
});

describe('PAY-21 cash goes through an open drawer', () => {
  test('PAY-21 without an open drawer cash is refused in words, on every way, and other methods are not', async () => {
    const { id } = await order({ status: 'completed' });
    expect((await takePayment(receptionist, { [id]: 1000 }))?.message).toBe(NONE);
    expect(await takePayment(receptionist, { [id]: 1000 }, { p_method: 'debit' })).toBeNull();
    expect((await giveBack(receptionist, id, 500, { p_method: 'cash' }))?.message).toBe(NONE);
    const delivery = { status: 'delivered', warranty_days: 90, final_payment: 89_000 };
    const inCash = await change(technician, id, { ...delivery, payment_details: { payment_method: 'cash' } });
    expect(inCash.error?.message).toBe(NONE);
    const intake = { ...orderOf(customer), quote: 30_000, advance_payment: 5000 };
    const made = await receptionist.client
      .from('service_orders')
      .insert({ ...intake, payment_details: { payment_method: 'cash' } });
    expect(made.error?.message).toBe(NONE);
    expect((await change(receptionist, id, { advance_payment: 2000 })).error).toBeNull();
    expect(await ledgerOf(shop, id)).toEqual(['debit 1000', ' 1000']);
    await setTills([]);
    expect(await takePayment(receptionist, { [id]: 1000 })).toBeNull();
    // Like imported payments, it is in no drawer; the check after this test excludes it.
    await shop.sql`update private.payments set created_by = null where method = 'cash' and drawer_id is null`;
  });

  test('PAY-21 the own drawer, else the only open one, else the named till', async () => {
    const own = await openedDrawer(receptionist);
    const { id } = await order();
    for (const by of [receptionist, admin]) expect(await takePayment(by, { [id]: 1000 })).toBeNull();
    const other = await openedDrawer(colleague, { p_till: 'Mesón' });
    expect(await takePayment(colleague, { [id]: 1000 })).toBeNull();
    expect((await takePayment(admin, { [id]: 1000 }))?.message).toBe(SEVERAL);
    expect(await takePayment(admin, { [id]: 1000 }, { p_till: 'Caja' })).toBeNull();
    expect((await takePayment(admin, { [id]: 1000 }, { p_till: 'Otra' }))?.message).toBe(NONE);
    expect(await giveBack(admin, id, 500, { p_method: 'cash', p_till: 'Mesón' })).toBeNull();
    expect(await drawersOf(shop, id)).toEqual([own, own, other, own, other]);
    // Other methods go into the own open drawer, if there is one.
    for (const by of [admin, colleague])
      for (const p_till of ['', 'Caja'])
        expect(await takePayment(by, { [id]: 1000 }, { p_method: 'transfer', p_till })).toBeNull();
    expect((await drawersOf(shop, id)).slice(5)).toEqual([null, null, other, other]);
  });

  test('PAY-21 two orders that one request adds go to the tills that each of them names', async () => {
    const drawers = [await openedDrawer(receptionist), await openedDrawer(colleague, { p_till: 'Mesón' })];
    const ids = [randomUUID(), randomUUID()];
    const rows = ['Caja', 'Mesón'].map((payment_till, index) => ({
      ...orderOf(customer),
      id: ids[index],
      quote: 30_000,
      advance_payment: 5000,
      payment_details: { payment_method: 'cash', payment_till },
    }));
    expect((await admin.client.from('service_orders').insert(rows)).error).toBeNull();
    for (const [index, id] of ids.entries()) expect(await drawersOf(shop, id)).toEqual([drawers[index]]);
    const events = await shop.sql`select changes from public.order_events
      where order_id = any (${ids}) and kind = 'created'`;
    for (const { changes } of events) expect(changes).toEqual({ payment_method: [null, 'cash'] });
  });

  test('PAY-21 a technician’s delivery and the advance of a new order in cash are in the drawer', async () => {
    const drawer = await openedDrawer(receptionist);
    const { id } = await order({ status: 'completed' });
    const payment_details = { payment_method: 'cash' };
    const delivery = { status: 'delivered', warranty_days: 90, final_payment: 90_000, payment_details };
    expect((await change(technician, id, delivery)).error).toBeNull();
    const made = await receptionist.client
      .from('service_orders')
      .insert({ ...orderOf(customer), quote: 30_000, advance_payment: 5000, payment_details })
      .select('id, payment_details')
      .single();
    expect(made.data?.payment_details).toBeNull();
    const [created] = await shop.sql`select changes from public.order_events
      where order_id = ${made.data?.id ?? ''} and kind = 'created'`;
    expect(created?.changes).toEqual({ payment_method: [null, 'cash'] });
    expect([...(await drawersOf(shop, id)), ...(await drawersOf(shop, made.data?.id ?? ''))]).toEqual([
      drawer,
      drawer,
    ]);
    const { data } = await closeDrawer(receptionist, drawer, {});
    expect(data).toEqual({ closed: false, counted: 0, expected: 105_000 });
  });

  test('PAY-21 a correction goes to the drawer of its payment while that is open, then to another', async () => {
    const first = await openedDrawer(receptionist);
    await openedDrawer(colleague, { p_till: 'Mesón' });
    const { id } = await order();
    await takePayment(receptionist, { [id]: 1000 });
    await takePayment(receptionist, { [id]: 2000 });
    const [one, two] = await paymentsOf(admin, id);
    expect(await correctPayment(colleague, one?.id ?? '')).toBeNull();
    await closeEven(shop, receptionist, first);
    expect((await sheetOf(receptionist, first)).sheet?.expected_amount).toBe(12_000);
    expect(await correctPayment(colleague, two?.id ?? '')).toBeNull();
    const drawers = await drawersOf(shop, id);
    expect(drawers.slice(0, 3)).toEqual([first, first, first]);
    expect(drawers[3]).not.toBe(first);
  });

  test('PAY-21 nothing goes out of a drawer that is not in it', async () => {
    const drawer = await openedDrawer(receptionist, { p_count: { 1000: 5 } });
    const { id } = await order();
    await takePayment(receptionist, { [id]: 10_000 }, { p_method: 'transfer' });
    expect(await giveBack(receptionist, id, 6000, { p_method: 'cash' })).toBe(NOT_SO_MUCH);
    expect((await moveCash(receptionist, drawer, 5001))?.code).toBe('23514');
    const both = await Promise.all([
      moveCash(receptionist, drawer, 3000),
      giveBack(admin, id, 3000, { p_method: 'cash' }),
    ]);
    expect(both.filter((refusal) => refusal === null)).toHaveLength(1);
    expect(await moveCash(receptionist, drawer, 1000, { p_kind: 'deposit' })).toBeNull();
    expect((await closeDrawer(receptionist, drawer, { 1000: 3 })).data?.closed).toBe(true);
  });
});
