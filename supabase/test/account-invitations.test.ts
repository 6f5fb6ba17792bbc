/**
 * Links with which the shop hands accounts over (AUTH-20), and what a role of the staff takes from an account (SEC-80).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  confirmKeepingPassword,
  newEmail,
  newRut,
  openShop,
  PASSWORD,
  type Person,
  type Shop,
} from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const CHOSEN = 'la-clave-que-eligió';
const signIn = async (email: string, password: string) =>
  (await shop.newClient().auth.signInWithPassword({ email, password })).error?.code ?? 'ok';
const invite = (person: Person, id: string) => person.client.rpc('invite_account', { p_user_id: id });
const redeem = async (token: string, password = CHOSEN) =>
  (await shop.newClient().rpc('redeem_invitation', { p_token: token, p_password: password })).data;
const stateOf = async (token: string) =>
  (await shop.newClient().rpc('invitation_state', { p_token: token })).data;

async function makeAccount(by: Person, role: string) {
  const email = newEmail();
  const { data, error } = await by.client.rpc('create_account', {
    p_request_id: randomUUID(),
    p_email: email,
    p_full_name: 'Elena Fuentes',
    p_rut: newRut(),
    p_phone: '',
    p_role: role,
    ...(role !== 'customer' && { p_password: PASSWORD }),
  });
  if (error) throw error;
  return { id: data, email };
}

async function invitationTo(by: Person, id: string): Promise<string> {
  const { data, error } = await invite(by, id);
  if (error) throw error;
  return data;
}

describe('AUTH-20 an invitation', () => {
  test('AUTH-20 the desk makes a customer’s account without mail; its link chooses the password, once', async () => {
    const { id, email } = await makeAccount(shop.people.receptionist, 'customer');
    expect(await signIn(email, '')).not.toBe('ok');
    const token = await invitationTo(shop.people.receptionist, id);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(await stateOf(token)).toEqual({ email, name: 'Elena Fuentes' });
    const rows = await shop.sql`select i::text as row from private.account_invitations i`;
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await redeem(token)).toBe('done');
    expect([await redeem(token, 'otra-clave'), await stateOf(token)]).toEqual(['used', null]);
    expect([await signIn(email, CHOSEN), await signIn(email, 'otra-clave')]).toEqual([
      'ok',
      'invalid_credentials',
    ]);
    const [profile] = await shop.sql`select role from public.profiles where id = ${id}`;
    expect(profile?.role).toBe('customer');
  });

  test('AUTH-20 a new link invalidates the one before, and every link expires after seven days', async () => {
    const { id } = await makeAccount(shop.people.admin, 'technician');
    const [first, second] = [
      await invitationTo(shop.people.admin, id),
      await invitationTo(shop.people.admin, id),
    ];
    expect([await redeem(first), await stateOf(first)]).toEqual(['wrong', null]);
    await shop.sql`update private.account_invitations set made_at = now() - interval '7 days 1 minute' where user_id = ${id}`;
    expect([await redeem(second), await stateOf(second)]).toEqual(['wrong', null]);
    for (const wrong of ['', ' ', '%', second.slice(1)]) expect(await redeem(wrong)).toBe('wrong');
  });

  test('AUTH-20 only one of many simultaneous requests chooses the password', async () => {
    const { id } = await makeAccount(shop.people.admin, 'technician');
    const token = await invitationTo(shop.people.admin, id);
    const answers = await Promise.all([1, 2, 3, 4].map((nth) => redeem(token, `clave-numero-${nth}`)));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'used')).toHaveLength(3);
  });

  test('AUTH-20 a short password uses nothing up', async () => {
    const { id } = await makeAccount(shop.people.admin, 'technician');
    const token = await invitationTo(shop.people.admin, id);
    const short = await shop.newClient().rpc('redeem_invitation', { p_token: token, p_password: '12345' });
    expect(short.error).toMatchObject({
      code: '23514',
      message: 'La contraseña debe tener al menos 6 caracteres.',
    });
    expect(await redeem(token)).toBe('done');
  });

  test('AUTH-20 nobody makes a link for an account in use, nor the desk one for staff', async () => {
    const { admin, receptionist, customer, technician } = shop.people;
    for (const used of [customer, technician])
      expect((await invite(admin, used.id)).error).toMatchObject({
        code: 'P0001',
        message:
          'La cuenta ya está en uso: su dueño puede pedir otra contraseña en «¿Olvidaste tu contraseña?».',
      });
    const { id } = await makeAccount(admin, 'technician');
    expect((await invite(receptionist, id)).error).toMatchObject({ code: '42501' });
    expect((await invite(technician, id)).error).toMatchObject({ code: '42501' });
  });
});

describe('AUTH-20 a link whose account is no longer what it was made for', () => {
  test('SEC-80 the desk’s link to a customer’s account opens nothing once it is one of the staff', async () => {
    const { admin, receptionist } = shop.people;
    const { id, email } = await makeAccount(receptionist, 'customer');
    const kept = await invitationTo(receptionist, id);
    const { error } = await admin.client.from('profiles').update({ role: 'admin' }).eq('id', id);
    expect(error).toBeNull();
    expect([await stateOf(kept), await redeem(kept)]).toEqual([null, 'wrong']);
    expect(await signIn(email, CHOSEN)).toBe('invalid_credentials');
    expect(await redeem(await invitationTo(admin, id))).toBe('done');
  });

  test('SEC-80 the desk’s request sent again sets no password of an account that is of the staff by now', async () => {
    const { admin, receptionist } = shop.people;
    const request = {
      p_request_id: randomUUID(),
      p_email: newEmail(),
      p_full_name: 'Elena Fuentes',
      p_rut: newRut(),
      p_phone: '',
      p_role: 'customer',
      p_password: PASSWORD,
    };
    const { data: id } = await receptionist.client.rpc('create_account', request);
    await admin.client
      .from('profiles')
      .update({ role: 'technician' })
      .eq('id', id ?? '');
    const again = await receptionist.client.rpc('create_account', request);
    expect(again.error).toMatchObject({ code: 'P0001' });
    const [login] = await shop.sql`select encrypted_password as hash from auth.users where id = ${id ?? ''}`;
    expect(login?.hash).toBe('');
  });

  test('AUTH-20 a link is void once its person uses the account in another way', async () => {
    const { admin, receptionist } = shop.people;
    const customer = await makeAccount(receptionist, 'customer');
    const toCustomer = await invitationTo(receptionist, customer.id);
    await confirmKeepingPassword(shop.sql, customer.email);
    const colleague = await makeAccount(admin, 'technician');
    const toColleague = await invitationTo(admin, colleague.id);
    expect(await signIn(colleague.email, PASSWORD)).toBe('ok');
    for (const token of [toCustomer, toColleague])
      expect([await stateOf(token), await redeem(token)]).toEqual([null, 'used']);
    expect(await signIn(colleague.email, PASSWORD)).toBe('ok');
  });
});

describe('SEC-80 a role of the staff', () => {
  test('SEC-80 ends the sessions of the account and its password; only an invitation or a mail gives a new one', async () => {
    const { admin } = shop.people;
    const claimed = await shop.addPerson('customer');
    const { error } = await admin.client.from('profiles').update({ role: 'technician' }).eq('id', claimed.id);
    expect(error).toBeNull();
    expect((await claimed.client.from('service_orders').select('id')).data ?? []).toEqual([]);
    expect((await claimed.client.auth.refreshSession()).error).not.toBeNull();
    expect((await claimed.client.auth.updateUser({ password: 'otra-clave-1' })).error).not.toBeNull();
    expect(await signIn(claimed.email, PASSWORD)).toBe('invalid_credentials');
    expect(await redeem(await invitationTo(admin, claimed.id))).toBe('done');
    expect([await signIn(claimed.email, PASSWORD), await signIn(claimed.email, CHOSEN)]).toEqual([
      'invalid_credentials',
      'ok',
    ]);
  });

  test('SEC-80 another role within the staff, or none any more, leaves the password', async () => {
    const { admin } = shop.people;
    const person = await shop.addPerson('technician');
    for (const role of ['receptionist', 'customer'])
      await admin.client.from('profiles').update({ role }).eq('id', person.id);
    expect(await signIn(person.email, PASSWORD)).toBe('ok');
  });
});
