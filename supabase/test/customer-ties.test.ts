/** The orders that an account sees: those of its verified RUT (CUST-01, AUTH-07). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimOrders } from './support/counted-attempts.ts';
import { makeOrder } from './support/orders.ts';
import { newEmail, newRut, openShop, PASSWORD, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

async function profileOf(id: string | undefined) {
  const [row] = await shop.sql`select * from public.profiles where id = ${id ?? null}`;
  return row;
}

describe('CUST-01 whose orders an account sees', () => {
  async function ordersSeenBy(person: Person): Promise<number> {
    const { data } = await person.client.from('service_orders').select('id').eq('customer_rut', person.rut);
    return data?.length ?? -1;
  }

  test('CUST-01 an account with an unproven RUT sees no order of that RUT', async () => {
    const rut = newRut();
    await makeOrder(shop, { customer_rut: rut, customer_phone: '+56 9 7000 0001' });
    const claimant = await shop.addPerson('customer', { proven: false, rut, phone: '+56 9 7999 9999' });
    expect(await ordersSeenBy(claimant)).toBe(0);
  });

  test('CUST-01 a confirmed account whose phone is the one on an order of its RUT is tied at once', async () => {
    const rut = newRut();
    await makeOrder(shop, { customer_rut: rut, customer_phone: '9 7000 0002' });
    const email = newEmail();
    const data = { full_name: 'Rosa', rut, phone: '+56 9 7000 0002' };
    const { data: made } = await shop
      .newClient()
      .auth.signUp({ email, password: PASSWORD, options: { data } });
    expect(await profileOf(made.user?.id)).toMatchObject({ rut_verified_at: null });
    await shop.sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
    expect(await profileOf(made.user?.id)).toMatchObject({ rut_verified_at: expect.any(Date) });
  });

  test('CUST-01 an order number and the phone left on it prove the RUT; a wrong phone does not', async () => {
    const rut = newRut();
    const order = await makeOrder(shop, { customer_rut: rut, customer_phone: '+56 9 7000 0003' });
    const person = await shop.addPerson('customer', { proven: false, rut, phone: '+56 9 7111 1111' });
    const claim = (phone: string) => claimOrders(person.client, order.order_number, phone);
    expect(await claim('+56 9 7000 0004')).toBe('no_match');
    expect(await ordersSeenBy(person)).toBe(0);
    expect(await claim('9 7000 0003')).toBe('linked');
    expect(await ordersSeenBy(person)).toBe(1);
  });

  test('CUST-17 a RUT of repeated digits ties nobody: not by phone, by number, at the counter, nor as a known customer', async () => {
    const rut = '11111111-1';
    const phone = '+56 9 7000 0005';
    const order = await makeOrder(shop, {
      customer_rut: rut,
      customer_phone: phone,
      customer_name: 'Otra Persona',
    });
    const person = await shop.addPerson('customer', { proven: false, rut, phone });
    await makeOrder(shop, { customer_rut: rut, customer_phone: phone });
    expect(await profileOf(person.id)).toMatchObject({ rut_verified_at: null });
    expect(await claimOrders(person.client, order.order_number, phone)).toBe('no_match');
    const { receptionist } = shop.people;
    const confirmed = await receptionist.client.rpc('confirm_customer_rut', {
      p_profile_id: person.id,
      p_rut: rut,
    });
    expect(confirmed.error).toMatchObject({
      code: '23514',
      message: 'Un RUT de dígitos repetidos no identifica a nadie: escribe el de la cédula.',
    });
    expect(await ordersSeenBy(person)).toBe(0);
    expect((await receptionist.client.rpc('find_order_customer', { p_rut: '11.111.111-1' })).data).toEqual(
      [],
    );
    expect((await receptionist.client.rpc('find_order_customer', { p_phone: phone })).data).toHaveLength(2);
  });

  test('CUST-01 guessing is limited to five tries an hour', async () => {
    const person = await shop.addPerson('customer', { proven: false });
    const answers: unknown[] = [];
    for (let number = 1; number <= 6; number += 1) {
      answers.push(await claimOrders(person.client, number, '+56 9 1234 5678'));
    }
    expect(answers).toEqual(['no_match', 'no_match', 'no_match', 'no_match', 'no_match', 'too_many']);
  });

  test('AUTH-07 one account per proven RUT: the desk confirms it for one, and for nobody else after', async () => {
    const rut = newRut();
    const first = await shop.addPerson('customer', { proven: false, rut });
    const second = await shop.addPerson('customer', { proven: false, rut });
    const confirm = (id: string, actor: Person) =>
      actor.client.rpc('confirm_customer_rut', { p_profile_id: id, p_rut: rut });
    expect((await confirm(first.id, shop.people.technician)).error).toMatchObject({ code: '42501' });
    expect((await confirm(first.id, first)).error).toMatchObject({ code: '42501' });
    expect((await confirm(first.id, shop.people.receptionist)).error).toBeNull();
    expect((await confirm(second.id, shop.people.receptionist)).error).toMatchObject({ code: '23505' });
    expect(await profileOf(second.id)).toMatchObject({ rut_verified_at: null });
  });
});
