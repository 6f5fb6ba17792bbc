/** Identity: roles, RUTs and accounts cannot be obtained by request (AUTH-03, AUTH-07, ORD-14). */
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { confirmKeepingPassword, newEmail, newRut, openShop, PASSWORD, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

async function profileOf(id: string | undefined) {
  const [row] = await shop.sql`select * from public.profiles where id = ${id ?? null}`;
  return row;
}

describe('AUTH-03 signing up', () => {
  test('AUTH-03 the profile is made by the server from the metadata, as customer and with nothing proven', async () => {
    const client = shop.newClient();
    const data = { full_name: ' Camila Ñúñez ', rut: '16.482.917-k', phone: '9 8123 4567' };
    const { data: made, error } = await client.auth.signUp({
      email: newEmail(),
      password: PASSWORD,
      options: { data },
    });
    expect(error).toBeNull();
    expect(await profileOf(made.user?.id)).toMatchObject({
      full_name: 'Camila Ñúñez',
      rut: '16482917-K',
      phone: '9 8123 4567',
      role: 'customer',
      rut_verified_at: null,
    });
  });

  test('AUTH-03 a role in the sign-up metadata changes nothing', async () => {
    const email = newEmail();
    const data = {
      role: 'admin',
      full_name: 'Intruso',
      rut: newRut(),
      phone: '9 8123 4567',
      rut_verified_at: '2026-01-01',
      app_metadata: { role: 'admin' },
    };
    const { data: made } = await shop
      .newClient()
      .auth.signUp({ email, password: PASSWORD, options: { data } });
    expect(await profileOf(made.user?.id)).toMatchObject({ role: 'customer', rut_verified_at: null });
  });

  test('AUTH-03 a role beside the metadata, in a request of one’s own, gives no other database role', async () => {
    const email = newEmail();
    const asked = {
      email,
      password: PASSWORD,
      role: 'service_role',
      app_metadata: { role: 'admin' },
      is_super_admin: true,
    };
    const response = await fetch(`${shop.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: apikey() },
      body: JSON.stringify({ ...asked, data: { full_name: 'Intruso', rut: newRut(), phone: '9 8123 4567' } }),
    });
    expect(response.ok).toBe(true);
    await confirmKeepingPassword(shop.sql, email);
    const client = shop.newClient();
    const { data: session } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    const claims: unknown = JSON.parse(atob(session.session?.access_token.split('.')[1] ?? ''));
    expect(claims).toMatchObject({ role: 'authenticated' });
    expect(await profileOf(session.user?.id)).toMatchObject({ role: 'customer' });
    expect((await client.from('service_orders').select('id')).data).toEqual([]);
  });

  test.each([
    ['no name', { full_name: ' ' }],
    ['no RUT', { rut: undefined }],
    ['a RUT that is none', { rut: '1-9' }],
    ['no phone', { phone: '' }],
    ['a phone that cannot be dialled', { phone: '1' }],
    ['a phone in words', { phone: 'el de siempre 12345678' }],
  ])('AUTH-03 a registration by call with %s is refused, and makes no account', async (_, wrong) => {
    const email = newEmail();
    const data = { full_name: 'Camila Ñúñez', rut: newRut(), phone: '9 8123 4567', ...wrong };
    const { error } = await shop.newClient().auth.signUp({ email, password: PASSWORD, options: { data } });
    expect([error?.code, error?.message]).toEqual([
      'validation_failed',
      'La cuenta necesita nombre, RUT y teléfono válidos.',
    ]);
    expect(await shop.sql`select from auth.users where email = ${email}`).toHaveLength(0);
  });

  test('AUTH-03 on a hosted project, whose answer is the same for every address, such an account is never confirmed', async () => {
    const email = newEmail();
    const register = (data: object) => shop.sql`
      insert into auth.users (id, aud, role, email, encrypted_password, raw_user_meta_data, created_at, updated_at)
      values (gen_random_uuid(), 'authenticated', 'authenticated', ${email}, '', ${JSON.stringify(data)}::text::jsonb, now(), now())`;
    const confirm = () => shop.sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
    await register({ full_name: 'Camila Ñúñez', rut: '1-9', phone: '9 8123 4567' });
    await expect(confirm()).rejects.toMatchObject({
      code: '23514',
      message: 'La cuenta necesita nombre, RUT y teléfono válidos.',
    });
    await shop.sql`update public.profiles set rut = ${newRut()} where email = ${email}`;
    expect((await confirm()).count).toBe(1);
  });

  test('AUTH-03 customers cannot become admins by updating their login', async () => {
    const person = await shop.addPerson('customer');
    await person.client.auth.updateUser({ data: { role: 'admin', rut: newRut() } });
    await person.client.auth.refreshSession();
    expect(await profileOf(person.id)).toMatchObject({ role: 'customer', rut: person.rut });
  });
});

function apikey(): string {
  // supabase-js adds the key itself; a raw request needs it too.
  return (shop.anon as unknown as { supabaseKey: string }).supabaseKey;
}

describe('DATA-02 own profile', () => {
  test.each(['customer', 'technician', 'receptionist'] as const)(
    'DATA-02 a %s cannot change their own role',
    async (actor) => {
      const { client, id } = shop.people[actor];
      const { error } = await client.from('profiles').update({ role: 'admin' }).eq('id', id);
      // A customer may update their own row, so the rule's message applies; staff can access it as well.
      expect(error).toMatchObject({ code: '42501', message: 'Solo un administrador cambia roles.' });
      expect(await profileOf(id)).toMatchObject({ role: actor });
    },
  );

  test.each(['customer', 'technician', 'receptionist', 'admin'] as const)(
    'AUTH-07 a %s cannot change their own RUT',
    async (actor) => {
      const { client, id, rut } = shop.people[actor];
      const { error } = await client.from('profiles').update({ rut: newRut() }).eq('id', id);
      expect(error).toMatchObject({ code: '42501', message: 'El RUT no se puede cambiar.' });
      expect(await profileOf(id)).toMatchObject({ rut });
    },
  );

  test('AUTH-07 a customer without a RUT cannot give oneself one, nor prove it', async () => {
    const person = await shop.addPerson('customer', { proven: false });
    await shop.sql`update public.profiles set rut = null where id = ${person.id}`;
    const byRut = await person.client
      .from('profiles')
      .update({ rut: shop.people.customer.rut })
      .eq('id', person.id);
    expect(byRut.error).toMatchObject({ code: '42501' });
    const byProof = await person.client
      .from('profiles')
      .update({ rut_verified_at: '2026-01-01' })
      .eq('id', person.id);
    expect(byProof.error).toMatchObject({ code: '42501' });
    expect(await profileOf(person.id)).toMatchObject({ rut: null, rut_verified_at: null });
  });

  test('CUST-03 people change their own name, phone and address; the unchanged RUT and role may be included', async () => {
    const { client, id, rut } = shop.people.other;
    const saved = { full_name: 'Ignacio Peñaloza', phone: '+56 9 6611 0937', address: "O'Higgins 1440" };
    const { error } = await client
      .from('profiles')
      .update({ ...saved, rut, role: 'customer' })
      .eq('id', id);
    expect(error).toBeNull();
    expect(await profileOf(id)).toMatchObject(saved);
  });

  test('CUST-03 the e-mail of a profile stays the login’s', async () => {
    const { client, id, email } = shop.people.other;
    const { error } = await client.from('profiles').update({ email: 'otro@prueba.test' }).eq('id', id);
    expect(error).toMatchObject({ code: '42501', message: 'El correo no se puede cambiar.' });
    expect(await profileOf(id)).toMatchObject({ email });
  });
});

describe('ORD-14 staff accounts', () => {
  test('ORD-14 an admin changes name, phone and role of somebody else', async () => {
    const person = await shop.addPerson('technician');
    const saved = { full_name: 'Daniela Vera', phone: '+56 9 8123 4503', role: 'receptionist' };
    const { error } = await shop.people.admin.client.from('profiles').update(saved).eq('id', person.id);
    expect(error).toBeNull();
    expect(await profileOf(person.id)).toMatchObject(saved);
  });

  test('ORD-14 a demoted user stops at once, whatever the old token says', async () => {
    const person = await shop.addPerson('receptionist');
    await makeOrder(shop);
    expect((await person.client.from('service_orders').select('id').limit(1)).data).toHaveLength(1);
    await shop.people.admin.client.from('profiles').update({ role: 'customer' }).eq('id', person.id);
    expect((await person.client.from('service_orders').select('id').limit(1)).data).toEqual([]);
  });

  test('ORD-14 deleting a user ends the login: neither the old session nor the password works', async () => {
    const person = await shop.addPerson('technician');
    const { error } = await shop.people.admin.client.from('profiles').delete().eq('id', person.id);
    expect(error).toBeNull();
    expect(await shop.sql`select from auth.users where id = ${person.id}`).toHaveLength(0);
    expect((await person.client.from('inventory').select('id')).data ?? []).toEqual([]);
    expect((await person.client.auth.refreshSession()).error).not.toBeNull();
    const again = await shop.newClient().auth.signInWithPassword({ email: person.email, password: PASSWORD });
    expect(again.error).not.toBeNull();
  });

  test('ORD-14 the last admin stays: not deleted, not demoted', async () => {
    const { admin } = shop.people;
    const demoted = await admin.client.from('profiles').update({ role: 'technician' }).eq('id', admin.id);
    expect(demoted.error).toMatchObject({ code: '23514', message: 'Debe quedar al menos un administrador.' });
    const deleted = await admin.client.from('profiles').delete().eq('id', admin.id);
    expect(deleted.error).toMatchObject({ code: '23514' });
  });

  test('ORD-14 one of two admins who demote each other at once stays', async () => {
    const { admin } = shop.people;
    const second = await shop.addPerson('admin');
    const demote = (tx: postgres.TransactionSql, id: string) =>
      tx`update public.profiles set role = 'technician' where id = ${id}`;
    let later: Promise<unknown> | undefined;
    await shop.sql.begin(async (tx) => {
      await demote(tx, second.id);
      const state = { settled: false };
      later = shop.sql
        .begin((other) => demote(other, admin.id))
        .catch((error: unknown) => error)
        .finally(() => {
          state.settled = true;
        });
      // The other one has to wait for this transaction, or has not waited for it and is through.
      for (let waiting = false; !waiting && !state.settled;) {
        const [row] = await tx`select exists (select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())) as waiting`;
        waiting = row?.waiting === true;
      }
    });
    expect(await later).toMatchObject({ code: '23514', message: 'Debe quedar al menos un administrador.' });
    const admins = await shop.sql`select id from public.profiles where role = 'admin'`;
    expect(admins.map(({ id }) => id as string)).toEqual([admin.id]);
  });
});

test('CUST-03 by a call too, customers keep a name and a phone that the form takes; the shop may leave a phone out', async () => {
  const person = await shop.addPerson('customer');
  const change = (by: typeof person.client, columns: { full_name?: string; phone?: string | null }) =>
    by.from('profiles').update(columns).eq('id', person.id).select('full_name, phone').single();
  for (const full_name of ['', '  ', '\u200b\u2066'])
    expect((await change(person.client, { full_name })).error).toMatchObject({
      code: '23514',
      message: 'El nombre completo es obligatorio.',
    });
  for (const phone of [null, '', 'mañana', '123'])
    expect((await change(person.client, { phone })).error).toMatchObject({
      code: '23514',
      message: 'Ingresa un teléfono válido, por ejemplo +56 9 1234 5678.',
    });
  const kept = { full_name: 'Ana Soto', phone: '+56 9 8765 4321' };
  expect((await change(person.client, kept)).data).toEqual(kept);
  const { client: admin } = shop.people.admin;
  expect((await change(admin, { full_name: ' ' })).error?.code).toBe('23514');
  expect((await change(admin, { phone: null })).data).toEqual({ ...kept, phone: null });
});
