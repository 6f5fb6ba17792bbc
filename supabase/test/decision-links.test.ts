/** An account that its owner tied by RUT and phone reads; it decides no quote and asks for no erasure (CUST-18). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimOrders } from './support/counted-attempts.ts';
import { decide } from './support/decide-quote.ts';
import { makeOrder, storedOrder } from './support/orders.ts';
import {
  confirmKeepingPassword,
  newEmail,
  newRut,
  openShop,
  PASSWORD,
  type Client,
  type Shop,
} from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const PHONE = '+56 9 7000 0002';
const UNPROVED = { status: 403, body: { error: 'unproved' } };

/** A quoted order of a person, and an account that somebody made with the person's RUT and phone. */
async function tiedByPhone() {
  const rut = newRut();
  const order = await makeOrder(shop, {
    customer_rut: rut,
    customer_phone: PHONE,
    status: 'quoted',
    total_amount: 30_000,
  });
  const email = newEmail();
  const client = shop.newClient();
  const options = { data: { full_name: 'Ajeno', rut, phone: PHONE } };
  const { data } = await client.auth.signUp({ email, password: PASSWORD, options });
  await confirmKeepingPassword(shop.sql, email);
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  return { order, rut, client, account: String(data.user?.id) };
}

/** The id that the account reads of the order. */
async function readId(client: Client, rut: string) {
  const { data } = await client.from('service_orders').select('id').eq('customer_rut', rut).single();
  return data?.id;
}

/** The last part of the link in the newest message of a quote. */
async function sentLink(orderId: string) {
  const [message] = await shop.sql`select m.params[4] as link from public.whatsapp_messages m
    where m.order_id = ${orderId} and m.event = 'quoted' order by m.occurrence desc limit 1`;
  return String(message?.link).split('/').at(-1);
}

const confirmAtCounter = (account: string, rut: string) =>
  shop.people.receptionist.client.rpc('confirm_customer_rut', { p_profile_id: account, p_rut: rut });

describe('CUST-18 a tie that somebody made alone', () => {
  test.each(['approved', 'rejected'])(
    'CUST-18 an account that tied itself reads the order and its quote, and decides nothing: %s',
    async (word) => {
      const { order, rut, client } = await tiedByPhone();
      const id = await readId(client, rut);
      expect(id).toBe(order.id);
      expect((await client.rpc('get_quote', { p_order_id: order.id }).single()).data?.total_amount).toBe(
        30_000,
      );
      expect(await decide(client, id, word)).toEqual(UNPROVED);
      expect(await decide(shop.anon, id, word)).toEqual(UNPROVED);
      expect(await decide(shop.people.other.client, id, word)).toEqual(UNPROVED);
      expect(await decide(shop.anon, `${id}-${'0'.repeat(20)}`, word)).toEqual(UNPROVED);
      expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted', rejected_at: null });
    },
  );

  test('CUST-18 an order number and the phone prove no more', async () => {
    const rut = newRut();
    const order = await makeOrder(shop, {
      customer_rut: rut,
      customer_phone: PHONE,
      status: 'quoted',
      total_amount: 30_000,
    });
    const person = await shop.addPerson('customer', { proven: false, rut, phone: '+56 9 7111 1111' });
    expect(await claimOrders(person.client, order.order_number, PHONE)).toBe('linked');
    expect(await decide(person.client, order.id, 'approved')).toEqual(UNPROVED);
    expect(await claimOrders(person.client, order.order_number, PHONE)).toBe('linked');
    expect(await decide(shop.anon, order.id, 'approved')).toEqual(UNPROVED);
  });

  test('CUST-18 an order’s id that was read stays known after the account is deleted or the order’s RUT changes', async () => {
    const gone = await tiedByPhone();
    await shop.sql`delete from auth.users where id = ${gone.account}`;
    expect(await decide(shop.anon, gone.order.id, 'rejected')).toEqual(UNPROVED);
    const moved = await tiedByPhone();
    await shop.sql`update public.service_orders set customer_rut = ${newRut()} where id = ${moved.order.id}`;
    expect(await decide(shop.anon, moved.order.id, 'rejected')).toEqual(UNPROVED);
  });

  test('CUST-18 an order that comes later is read, and not decided', async () => {
    const { rut, client } = await tiedByPhone();
    const later = await makeOrder(shop, { customer_rut: rut, status: 'quoted', total_amount: 9000 });
    expect(await decide(client, later.id, 'approved')).toEqual(UNPROVED);
    expect(await decide(shop.anon, later.id, 'approved')).toEqual(UNPROVED);
  });

  test('CUST-18 the link that is sent to the phone decides, with and without the account', async () => {
    const first = await tiedByPhone();
    await shop.anon.rpc('send_quote_link', { p_order_id: first.order.id });
    const link = await sentLink(first.order.id);
    expect(link).toMatch(new RegExp(`^${first.order.id}-[0-9a-f]{20}$`));
    expect((await decide(first.client, link, 'approved')).status).toBe(200);
    const second = await tiedByPhone();
    await second.client.rpc('send_quote_link', { p_order_id: second.order.id });
    expect((await decide(shop.anon, await sentLink(second.order.id), 'rejected')).status).toBe(200);
  });

  test('CUST-18 no customer reads the key, neither in messages nor in the copy of their data', async () => {
    const { order, client } = await tiedByPhone();
    await client.rpc('send_quote_link', { p_order_id: order.id });
    const key = String(await sentLink(order.id)).slice(37);
    expect(key).toHaveLength(20);
    expect((await client.from('whatsapp_messages').select('params')).data).toEqual([]);
    const copy = JSON.stringify((await client.rpc('export_own_data')).data);
    expect(copy).toContain(`/decision-presupuesto/${order.id}"`);
    expect(copy).not.toContain(key);
    expect((await client.rpc('get_quote_link', { p_order_id: order.id })).error).toMatchObject({
      code: '42501',
    });
    const staff = await shop.people.technician.client.rpc('get_quote_link', { p_order_id: order.id });
    expect(staff.data).toBe(`${order.id}-${key}`);
  });

  test('CUST-18 an account confirmed at the counter decides, and the id alone does not', async () => {
    const { order, rut, client, account } = await tiedByPhone();
    expect((await confirmAtCounter(account, rut)).error).toBeNull();
    expect(await decide(shop.anon, order.id, 'approved')).toEqual(UNPROVED);
    expect((await decide(client, order.id, 'approved')).status).toBe(200);
  });

  test('CUST-18 at the counter the person gets the RUT that somebody else tied alone', async () => {
    const { order, rut, client } = await tiedByPhone();
    const person = await shop.addPerson('customer', { proven: false, rut });
    expect((await confirmAtCounter(person.id, rut)).error).toBeNull();
    expect(await readId(client, rut)).toBeUndefined();
    expect(await decide(client, order.id, 'approved')).toEqual(UNPROVED);
    expect((await decide(person.client, order.id, 'approved')).status).toBe(200);
  });

  test('PUB-04 without such a tie the order’s id decides, as in earlier links', async () => {
    const order = await makeOrder(shop, { status: 'quoted', total_amount: 30_000 });
    expect((await decide(shop.anon, order.id, 'approved')).status).toBe(200);
  });
});

describe('CUST-18 the link is sent again', () => {
  const messages = (orderId: string) =>
    shop.sql`select state, phone, is_urgent from public.whatsapp_messages where order_id = ${orderId} and event = 'quoted'`;
  const backdate = (orderId: string) =>
    shop.sql`update public.whatsapp_messages set created_at = created_at - interval '2 minutes' where order_id = ${orderId}`;

  test('CUST-18 once a minute, to the phone of the order, and five times a day', async () => {
    const { order, client } = await tiedByPhone();
    const send = (by: Client) => by.rpc('send_quote_link', { p_order_id: order.id });
    await shop.sql`delete from public.whatsapp_messages where order_id = ${order.id}`;
    expect((await send(client)).error).toBeNull();
    expect((await send(shop.anon)).error).toBeNull();
    expect(await messages(order.id)).toEqual([{ state: 'queued', phone: '56970000002', is_urgent: true }]);
    for (let sent = 1; sent < 5; sent += 1) {
      await backdate(order.id);
      expect((await send(client)).error).toBeNull();
    }
    await backdate(order.id);
    expect((await send(client)).error).toMatchObject({
      code: 'P0001',
      message: 'Ya enviamos el enlace varias veces hoy. Llámanos o pasa por el local.',
    });
    expect(await messages(order.id)).toHaveLength(5);
  });

  test('CUST-18 not of an order without an open quote, or without messages', async () => {
    const order = await makeOrder(shop, { status: 'pending' });
    const { error } = await shop.anon.rpc('send_quote_link', { p_order_id: order.id });
    expect(error?.message).toBe('La orden no tiene un presupuesto por responder.');
    const unknown = await shop.anon.rpc('send_quote_link', { p_order_id: 'nada' });
    expect(unknown.error?.message).toBe('La orden no tiene un presupuesto por responder.');
  });
});

describe('CUST-18 erasure', () => {
  test('CUST-18 a tie that somebody made alone erases nothing; one confirmed at the counter asks', async () => {
    const { rut, client, account } = await tiedByPhone();
    expect((await client.rpc('request_erasure')).error).toMatchObject({
      code: '23514',
      message:
        'Tu cuenta se vinculó con un teléfono, y eso no basta para borrar datos. Pide la supresión en el local con tu cédula.',
    });
    await confirmAtCounter(account, rut);
    expect((await client.rpc('request_erasure')).error).toBeNull();
  });
});
