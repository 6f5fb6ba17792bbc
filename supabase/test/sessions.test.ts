/** Listing and ending sessions, and invalid sessions, with direct calls (SEC-38 to SEC-40). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeData } from './support/change-data.ts';
import { openShop, PASSWORD, type Client, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** Another device of a user. */
async function signInAgain({ email }: Person): Promise<Client> {
  const client = shop.newClient();
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

async function sessionIdOf(client: Client): Promise<string> {
  const { data } = await client.auth.getSession();
  const claims = JSON.parse(atob(data.session?.access_token.split('.')[1] ?? '')) as { session_id: string };
  return claims.session_id;
}

const listOf = async (client: Client) => (await client.rpc('own_sessions')).data ?? [];
const profileRows = async (client: Client, { id }: Person) =>
  (await client.from('profiles').select('id').eq('id', id)).data?.length ?? 0;

describe('SEC-38 sessions one can see', () => {
  test('SEC-38 the list has only the user’s sessions, marks this device, and shortens the address', async () => {
    const person = await shop.addPerson('customer');
    const second = await signInAgain(person);
    await shop.sql`update auth.sessions set ip = '190.20.30.40', user_agent = 'Mozilla/5.0 Chrome/140' where id = ${await sessionIdOf(second)}`;
    const list = await listOf(second);
    expect(list.map(({ id }) => id).sort()).toEqual(
      [await sessionIdOf(second), await sessionIdOf(person.client)].sort(),
    );
    expect(list[0]).toMatchObject({
      id: await sessionIdOf(second),
      is_current: true,
      address: '190.20.*.*',
      user_agent: 'Mozilla/5.0 Chrome/140',
    });
    await shop.sql`update auth.sessions set ip = '2800:150:1234:5678::9' where id = ${await sessionIdOf(second)}`;
    expect((await listOf(second))[0]?.address).toBe('2800:150:1234::*');
  });

  test('SEC-38 nobody ends a session of another person', async () => {
    const { customer, other, admin } = shop.people;
    const id = await sessionIdOf(customer.client);
    for (const { client } of [other, admin]) {
      expect((await client.rpc('end_session', { p_session_id: id })).data).toBe(false);
      await client.rpc('end_other_sessions');
    }
    expect(await profileRows(customer.client, customer)).toBe(1);
  });

  test('SEC-38 an ended session can do nothing from then on, neither with its token nor by renewing it', async () => {
    const person = await shop.addPerson('technician');
    const thief = await signInAgain(person);
    expect((await thief.from('setting_sections').select('section')).data).not.toEqual([]);
    const refreshToken = (await thief.auth.getSession()).data.session?.refresh_token ?? '';
    const id = await sessionIdOf(thief);
    expect((await person.client.rpc('end_session', { p_session_id: id })).data).toBe(true);
    expect((await person.client.rpc('end_session', { p_session_id: id })).data).toBe(false);
    expect(await profileRows(thief, person)).toBe(0);
    expect((await thief.from('setting_sections').select('section')).data ?? []).toEqual([]);
    for (const name of ['own_sessions', 'own_draft_key'] as const)
      expect((await thief.rpc(name)).error).not.toBeNull();
    expect(
      (await thief.rpc('log_device_code_look', { p_order_id: id, p_reason: 'Revisar' })).error,
    ).not.toBeNull();
    const renewed = await shop.newClient().auth.refreshSession({ refresh_token: refreshToken });
    expect(renewed.data.session).toBeNull();
    expect(await profileRows(person.client, person)).toBe(1);
  });

  test('SEC-38 all others end at once, this one stays', async () => {
    const person = await shop.addPerson('customer');
    const others = [await signInAgain(person), await signInAgain(person)];
    expect((await person.client.rpc('end_other_sessions')).data).toBe(2);
    for (const client of others) expect(await profileRows(client, person)).toBe(0);
    expect(await listOf(person.client)).toHaveLength(1);
  });

  test('SEC-38 every table of the API lets only sessions that count through', async () => {
    const open = await shop.sql`
      select relname::text as name from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not exists (
        select from pg_policy where polrelid = c.oid and polname = 'only sessions that count' and not polpermissive and polcmd = '*')`;
    expect(
      open.map(({ name }) => String(name)),
      "Add `select private.require_session('public.<table>')` to the table's migration.",
    ).toEqual([]);
  });
});

describe('SEC-39 sessions of the staff end after inactivity', () => {
  const sleep = async (client: Client, minutes: number) => {
    const id = await sessionIdOf(client);
    await shop.sql`update auth.sessions set created_at = now() - make_interval(mins => ${minutes}) where id = ${id}`;
    await shop.sql`update private.session_use set last_used_at = now() - make_interval(mins => ${minutes}) where session_id = ${id}`;
  };

  test('SEC-39 after twelve hours without use the token has no rights and is not renewed', async () => {
    const person = await shop.addPerson('receptionist');
    expect((await person.client.rpc('touch_session')).data).toBe(720);
    await sleep(person.client, 719);
    expect(await profileRows(person.client, person)).toBe(1);
    await sleep(person.client, 721);
    expect(await profileRows(person.client, person)).toBe(0);
    for (const name of ['touch_session', 'own_draft_key'] as const)
      expect((await person.client.rpc(name)).error?.code).toBe('42501');
    const refreshToken = (await person.client.auth.getSession()).data.session?.refresh_token ?? '';
    const renewed = await shop.newClient().auth.refreshSession({ refresh_token: refreshToken });
    expect([renewed.data.session, renewed.error?.code]).toEqual([null, 'session_expired']);
    expect(await profileRows(await signInAgain(person), person)).toBe(1);
  });

  test('SEC-39 nor does it change the password or begin a second factor', async () => {
    const { client } = await shop.addPerson('technician');
    await client.rpc('touch_session');
    await sleep(client, 721);
    const refused = await client.auth.updateUser({ password: 'otra-clave-segura' });
    expect([refused.error?.status, refused.error?.code]).toEqual([401, 'session_expired']);
    const enrolled = await client.auth.mfa.enroll({ factorType: 'totp' });
    expect(enrolled.error?.status).toBe(401);
    const own = await shop.addPerson('technician');
    expect((await own.client.auth.updateUser({ password: 'otra-clave-segura' })).error).toBeNull();
  });

  test('SEC-39 renewing a token does not count as activity, and a request of the user does', async () => {
    const person = await shop.addPerson('technician');
    await sleep(person.client, 700);
    expect((await person.client.auth.refreshSession()).error).toBeNull();
    await sleep(person.client, 715);
    await person.client.rpc('touch_session');
    const id = await sessionIdOf(person.client);
    const [use] =
      await shop.sql`select last_used_at > now() - interval '1 minute' as fresh from private.session_use where session_id = ${id}`;
    expect(use?.fresh).toBe(true);
  });

  test('SEC-39 customers stay signed in', async () => {
    const person = await shop.addPerson('customer');
    expect((await person.client.rpc('touch_session')).data).toBeNull();
    await sleep(person.client, 60 * 24 * 30);
    expect(await profileRows(person.client, person)).toBe(1);
  });

  test('SEC-39 only an admin sets the time, and only a sensible one', async () => {
    const change = (client: Client, value: unknown) =>
      changeData(shop, client, { staff_idle_minutes: value });
    expect((await change(shop.people.technician.client, 10_080)).status).toBe(403);
    for (const value of [0, 4, 10_081, 5.5, 'nunca', null])
      expect((await change(shop.people.admin.client, value)).error?.code).toBe('23514');
    expect((await change(shop.people.admin.client, 30)).error).toBeNull();
    const person = await shop.addPerson('technician');
    expect((await person.client.rpc('touch_session')).data).toBe(30);
    await sleep(person.client, 31);
    expect(await profileRows(person.client, person)).toBe(0);
    await change(shop.people.admin.client, 720);
  });
});

test('SHELL-16 everybody has a draft key of one’s own, the same on each device and in each session', async () => {
  const keyFor = async (client: Client) => (await client.rpc('own_draft_key')).data;
  const { receptionist, admin } = shop.people;
  const key = await keyFor(receptionist.client);
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(await keyFor(await signInAgain(receptionist))).toBe(key);
  expect(await keyFor(admin.client)).toMatch(/^[0-9a-f]{32}$/);
  expect(await keyFor(admin.client)).not.toBe(key);
});

test('SHELL-16 SEC-40 a session without its second factor has no draft key, nor has an account that was deleted', async () => {
  const keyOf = async ({ client }: Person) => (await client.rpc('own_draft_key')).error?.code ?? 'a key';
  const careful = await shop.addPerson('technician');
  expect(await keyOf(careful)).toBe('a key');
  await shop.sql`insert into auth.mfa_factors (id, user_id, factor_type, status) values (gen_random_uuid(), ${careful.id}, 'totp', 'verified')`;
  expect(await keyOf(careful)).toBe('42501');
  const gone = await shop.addPerson('customer');
  await shop.sql`delete from auth.users where id = ${gone.id}`;
  expect(await keyOf(gone)).toBe('PGRST301');
});
