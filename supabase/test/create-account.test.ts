/**
 * Accounts that the shop makes: of staff by an admin (ORD-14, SEC-80). Their invitations: account-invitations.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const facts = (other: object = {}) => ({
  p_request_id: randomUUID(),
  p_email: newEmail(),
  p_full_name: ' Rodrigo Peña ',
  p_rut: '7.654.321-6',
  p_phone: '+56 9 1',
  p_role: 'technician',
  p_password: PASSWORD,
  ...other,
});
const as = (person: Person, given = facts()) => person.client.rpc('create_account', given);
const signIn = async (email: string, password = PASSWORD) =>
  (await shop.newClient().auth.signInWithPassword({ email, password })).error?.code ?? 'ok';
const signUp = async (email: string, password: string) => {
  const data = { full_name: 'Un Extraño', rut: newRut(), phone: '+56911112222' };
  await shop.newClient().auth.signUp({ email, password, options: { data } });
};

test.each(['technician', 'receptionist', 'admin'])(
  'ORD-14 an admin makes a %s who can sign in at once, without a mail',
  async (role) => {
    const email = newEmail();
    const { data: id, error } = await as(
      shop.people.admin,
      facts({ p_email: ` ${email.toUpperCase()} `, p_role: role }),
    );
    expect(error).toBeNull();
    expect(await profileOf(id ?? '')).toMatchObject({
      email,
      role,
      full_name: 'Rodrigo Peña',
      rut: '7654321-6',
    });
    expect(await signIn(email)).toBe('ok');
    await shop.sql`delete from public.profiles where id = ${id}`;
  },
);

test('SEC-80 an account that an anonymous visitor has registered and nobody confirmed gives way: neither password nor mail counts', async () => {
  const email = newEmail();
  await signUp(email, 'clave-de-un-extraño');
  const [strange] =
    await shop.sql`select id, confirmation_token as token from auth.users where email = ${email}`;
  const { data: id, error } = await as(shop.people.admin, facts({ p_email: email }));
  expect([error, id === strange?.id]).toEqual([null, false]);
  expect(await profileOf(strange?.id as string)).toBeUndefined();
  const late = await shop.newClient().auth.verifyOtp({ token_hash: String(strange?.token), type: 'signup' });
  expect(late.error?.code).toBe('otp_expired');
  expect([await signIn(email, 'clave-de-un-extraño'), await signIn(email)]).toEqual([
    'invalid_credentials',
    'ok',
  ]);
  await signUp(email, 'otra-clave-extraña');
  expect([await signIn(email, 'otra-clave-extraña'), await signIn(email)]).toEqual([
    'invalid_credentials',
    'ok',
  ]);
});

test('ORD-14 a confirmed account keeps its address', async () => {
  const { customer } = shop.people;
  expect((await as(shop.people.admin, facts({ p_email: customer.email }))).error).toMatchObject({
    code: '23505',
    message: 'Ese correo ya está en uso.',
  });
  expect(await profileOf(customer.id)).toMatchObject({ role: 'customer' });
});

test.each(['customer', 'technician', 'receptionist'] as const)(
  'ORD-14 a %s cannot make staff',
  async (actor) => {
    const given = facts({ p_role: 'admin' });
    expect((await as(shop.people[actor], given)).error).toMatchObject({
      code: '42501',
      message: 'Acceso no autorizado.',
    });
    expect(await shop.sql`select from auth.users where email = ${given.p_email}`).toHaveLength(0);
  },
);

test.each([
  ['a role that is none', { p_role: 'owner' }, 'El rol no es válido.'],
  ['no role', { p_role: null }, 'El rol no es válido.'],
  ['a wrong address', { p_email: 'taller' }, 'El correo no es válido.'],
  ['no name', { p_full_name: ' ' }, 'Falta el nombre completo.'],
  ['a wrong RUT', { p_rut: '123' }, 'El RUT no es válido.'],
  ['a short password', { p_password: '12345' }, 'La contraseña debe tener al menos 6 caracteres.'],
  ['no password', { p_password: null }, 'La contraseña debe tener al menos 6 caracteres.'],
])('ORD-14 %s is refused', async (_, wrong, message) => {
  const { error } = await as(shop.people.admin, facts(wrong));
  expect(error).toMatchObject({ code: '23514', message });
});

test('SEC-48 SEC-51 the same request again makes no second account; the password typed last counts until somebody uses it', async () => {
  const given = facts();
  const { data: id } = await as(shop.people.admin, given);
  const again = await as(shop.people.admin, { ...given, p_password: 'otra-clave-1' });
  expect([again.error, again.data]).toEqual([null, id]);
  expect((await as(shop.people.admin, { ...given, p_role: 'admin' })).error).toMatchObject({
    code: 'PT409',
  });
  expect([await signIn(given.p_email), await signIn(given.p_email, 'otra-clave-1')]).toEqual([
    'invalid_credentials',
    'ok',
  ]);
  expect((await as(shop.people.admin, given)).error).toMatchObject({
    code: 'P0001',
    message: 'La cuenta ya quedó creada y ya está en uso. Búscala en la lista de usuarios.',
  });
  expect(await signIn(given.p_email, 'otra-clave-1')).toBe('ok');
  const kept =
    await shop.sql`select to_jsonb(d)::text as row from private.done_requests d where id = ${given.p_request_id}`;
  expect(String(kept[0]?.row)).not.toContain(PASSWORD);
});
