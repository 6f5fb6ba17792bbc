/**
 * Changes of accounts stay on record, and staff cannot change their own identity (SEC-72, SEC-73, SEC-74).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendAccountNotices } from '@taller/server/jobs/account-notices-job.ts';
import { newRut, openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());

const changesOf = async (person: Person) => {
  const { data, error } = await admin.client.rpc('list_account_changes', { p_person: person.id });
  if (error) throw error;
  return data.map(({ kind, actor_name: actor, old_value: before, new_value: after }) => ({
    kind,
    actor,
    before,
    after,
  }));
};
const setRole = (person: Person, role: string, by = admin) =>
  by.client.from('profiles').update({ role }).eq('id', person.id).select('id');

test('SEC-72 a role that was granted and revoked is on record, for the admins and the person', async () => {
  const person = await shop.addPerson('technician');
  await setRole(person, 'admin');
  await setRole(person, 'technician');
  const lines = [
    { kind: 'role', actor: admin.fullName, before: 'admin', after: 'technician' },
    { kind: 'role', actor: admin.fullName, before: 'technician', after: 'admin' },
  ];
  expect(await changesOf(person)).toEqual(lines);
  const own = await person.client.rpc('own_account_changes');
  expect(own.data).toMatchObject([
    { kind: 'role', by_self: false, new_value: 'technician' },
    { kind: 'role', by_self: false, new_value: 'admin' },
  ]);
  for (const { client } of [person, shop.people.receptionist, shop.people.customer])
    expect((await client.rpc('list_account_changes')).error?.code).toBe('42501');
});

test('SEC-72 a RUT confirmed for somebody and put back leaves both lines', async () => {
  const { receptionist } = shop.people;
  const person = await shop.addPerson('customer', { proven: false, rut: newRut() });
  const other = newRut();
  const confirm = (rut: string) =>
    receptionist.client.rpc('confirm_customer_rut', { p_profile_id: person.id, p_rut: rut });
  expect((await confirm(other)).error).toBeNull();
  const kinds = (await changesOf(person)).map(({ kind, actor, after }) => ({ kind, actor, after }));
  expect(kinds).toContainEqual({ kind: 'rut_proof', actor: receptionist.fullName, after: other });
  expect(kinds).toContainEqual({ kind: 'rut', actor: receptionist.fullName, after: other });
});

test('SEC-72 a new password and a second factor that was taken away are on record', async () => {
  const person = await shop.addPerson('technician');
  await person.client.auth.updateUser({ password: 'otra-clave-1' });
  await shop.sql`insert into auth.mfa_factors (id, user_id, factor_type, status) values (gen_random_uuid(), ${person.id}, 'totp', 'unverified')`;
  await shop.sql`update auth.mfa_factors set status = 'verified' where user_id = ${person.id}`;
  await admin.client.rpc('admin_remove_second_factor', { p_user_id: person.id });
  expect(await changesOf(person)).toEqual([
    { kind: 'second_factor', actor: admin.fullName, before: 'active', after: null },
    { kind: 'second_factor', actor: null, before: null, after: 'active' },
    { kind: 'password', actor: null, before: null, after: null },
  ]);
});

test('SEC-72 the first password of a confirmed account is not logged as a change', async () => {
  const person = await shop.addPerson('customer');
  await shop.sql`update auth.users set encrypted_password = null where id = ${person.id}`;
  await shop.sql`update auth.users set encrypted_password = 'x' where id = ${person.id}`;
  expect(await changesOf(person)).toEqual([]);
});

test('SEC-72 people get one mail about each change of their account by others', async () => {
  const person = await shop.addPerson('customer');
  await admin.client.from('profiles').update({ full_name: 'Otra Persona' }).eq('id', person.id);
  await person.client.from('profiles').update({ full_name: 'Yo Misma' }).eq('id', person.id);
  const sent: string[] = [];
  const run = () =>
    sendAccountNotices(shop.sql, async (change, to) => {
      if (to === person.email) sent.push(change);
    });
  await run();
  await run();
  expect(sent).toEqual(['name']);
});

test('SEC-72 nobody changes the record, not the server and not its owner', async () => {
  const person = await shop.addPerson('technician');
  await setRole(person, 'receptionist');
  const refusal = 'El registro de cambios de cuentas no se cambia.';
  await expect(
    shop.sql`update private.account_changes set new_value = 'x' where account_id = ${person.id}`,
  ).rejects.toThrow(refusal);
  await expect(shop.sql`delete from private.account_changes where account_id = ${person.id}`).rejects.toThrow(
    refusal,
  );
});

test('SEC-72 the account of a customer leaves no name and no RUT in the record', async () => {
  const person = await shop.addPerson('customer');
  await person.client.from('profiles').update({ full_name: 'Otro Nombre' }).eq('id', person.id);
  await admin.client.from('profiles').delete().eq('id', person.id);
  expect(await changesOf(person)).toEqual([{ kind: 'name', actor: null, before: null, after: null }]);
  const [row] =
    await shop.sql`select account_name from private.account_changes where account_id = ${person.id}`;
  expect(row?.account_name).toBe('');
});

test('SEC-73 staff do not change their own name, admins do, and customers theirs', async () => {
  const person = await shop.addPerson('technician');
  const rename = (by: Person, whom: Person, name: string) =>
    by.client.from('profiles').update({ full_name: name }).eq('id', whom.id).select('full_name');
  const refused = await rename(person, person, admin.fullName);
  expect(refused.error).toMatchObject({ code: '42501', message: 'Tu nombre lo cambia un administrador.' });
  expect((await rename(admin, person, 'Nombre Nuevo')).data).toEqual([{ full_name: 'Nombre Nuevo' }]);
  expect(await changesOf(person)).toEqual([
    { kind: 'name', actor: admin.fullName, before: person.fullName, after: 'Nombre Nuevo' },
  ]);
  const { other } = shop.people;
  expect((await rename(other, other, 'Cliente Nuevo')).error).toBeNull();
});

test('SEC-93 a customer adds ten lines of a kind a day: another name is refused, another password is not', async () => {
  const person = await shop.addPerson('customer');
  const rename = (name: string) =>
    person.client.from('profiles').update({ full_name: name }).eq('id', person.id);
  const renamed = await Promise.all(Array.from({ length: 15 }, (_, n) => rename(`Nombre ${n}`)));
  const refusals = renamed.flatMap(({ error }) => (error ? [error] : []));
  expect(refusals).toHaveLength(5);
  expect(refusals[0]).toMatchObject({
    code: '23514',
    message: 'Ya cambiaste tu nombre 10 veces en un día. Inténtalo mañana, o pídelo en el taller.',
  });
  for (let n = 0; n < 12; n += 1)
    expect((await person.client.auth.updateUser({ password: `otra-clave-${n}` })).error).toBeNull();
  const kinds = (await changesOf(person)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'name')).toHaveLength(10);
  expect(kinds.filter((kind) => kind === 'password')).toHaveLength(10);
  // Other fields and changes by an admin are still saved, and the limit starts anew the next day.
  const address = await person.client.from('profiles').update({ address: 'Calle 1' }).eq('id', person.id);
  expect(address.error).toBeNull();
  const byAdmin = await admin.client.from('profiles').update({ full_name: 'Otro' }).eq('id', person.id);
  expect(byAdmin.error).toBeNull();
  await shop.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update private.account_changes set changed_at = now() - interval '25 hours' where account_id = ${person.id}`;
  });
  expect((await rename('Nombre Nuevo')).error).toBeNull();
});

test('SEC-93 passwords of the staff are on record however often they change', async () => {
  const person = await shop.addPerson('technician');
  for (let n = 0; n < 12; n += 1) await person.client.auth.updateUser({ password: `otra-clave-${n}` });
  expect(await changesOf(person)).toHaveLength(12);
});

test('SEC-74 an e-mail is changed by an operator only, and the profile follows', async () => {
  const person = await shop.addPerson('customer');
  const asAuthServer = shop.sql.begin(async (tx) => {
    await tx`set local role authenticator`;
    await tx`update auth.users set email_change = 'nuevo@prueba.test' where id = ${person.id}`;
  });
  await expect(asAuthServer).rejects.toThrow(
    'El correo de la cuenta no se puede cambiar aquí. Pídelo en el taller.',
  );
  await shop.sql`update auth.users set email = 'nuevo@prueba.test' where id = ${person.id}`;
  const { data } = await person.client.from('profiles').select('email').eq('id', person.id).single();
  expect(data?.email).toBe('nuevo@prueba.test');
  expect(await changesOf(person)).toEqual([
    { kind: 'email', actor: null, before: person.email, after: 'nuevo@prueba.test' },
  ]);
});
