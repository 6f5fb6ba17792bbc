import type { Page } from '@playwright/test';
import { withDatabase } from '../support/database.ts';
import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { ACCOUNTS, expect, test } from '../support/fixtures.ts';
import { makeTechnician, registered } from '../support/people.ts';

const PATH = '/dashboard/usuarios';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const staffRow = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Equipo' }).getByRole('row').filter({ hasText: text });

interface Person {
  name: string;
  email: string;
  rut: string;
  role: string;
}

async function fillNewUser(page: Page, { name, email, rut, role }: Person) {
  await page.getByRole('button', { name: 'Nuevo usuario' }).click();
  const form = dialog(page, 'Nuevo usuario');
  await form.getByLabel('Nombre completo').fill(name);
  await form.getByLabel('Correo electrónico').fill(email);
  await form.getByLabel('Contraseña', { exact: true }).fill('clave-segura');
  await form.getByLabel('RUT').fill(rut);
  await form.getByLabel('Teléfono').fill('+56 9 6000 1234');
  await form.getByLabel('Rol').selectOption({ label: role });
  return form;
}

test('ORD-14 the admin adds a user and stays signed in; the new one can work at once', async ({
  openAs,
  shop,
  browser,
}) => {
  const page = await openAs('admin', PATH);
  const person = {
    name: 'Elena Fuentes Díaz',
    email: 'elena@taller.test',
    rut: '14.555.666-7',
    role: 'Técnico',
  };
  const form = await fillNewUser(page, person);
  await form.getByRole('button', { name: 'Crear usuario' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('Elena Fuentes Díaz ya puede iniciar sesión.')).toBeVisible();
  await expect(staffRow(page, 'elena@taller.test')).toContainText('14.555.666-7');
  await expect(staffRow(page, 'elena@taller.test')).toContainText('Técnico');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Panel de Admin' })).toBeVisible();
  await expect(staffRow(page, 'elena@taller.test')).toBeVisible();

  const context = await browser.newContext({ baseURL: shop.url });
  const hers = await context.newPage();
  await hers.goto('/auth');
  await hers.getByLabel('Correo electrónico').fill('elena@taller.test');
  await hers.getByLabel('Contraseña', { exact: true }).fill('clave-segura');
  await hers.keyboard.press('Enter');
  await expect(hers.getByRole('heading', { name: 'Panel de Técnico' })).toBeVisible();
  await context.close();
});

test('ORD-14 an e-mail that is taken: No se pudo crear el usuario, and nothing typed is lost @exhaustive', async ({
  openAs,
}) => {
  const page = await openAs('admin', PATH);
  const form = await fillNewUser(page, {
    name: 'Otra Persona',
    email: ACCOUNTS.customer,
    rut: '14555667-5',
    role: 'Recepción',
  });
  await form.getByRole('button', { name: 'Crear usuario' }).click();
  await expect(form.getByRole('alert')).toContainText('No se pudo crear el usuario');
  await expect(form.getByRole('alert')).toContainText('Ya existe una cuenta con ese correo.');
  await expect(form.getByLabel('Nombre completo')).toHaveValue('Otra Persona');
});

test('ORD-14 a connection that was lost: sending again makes one account @exhaustive', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('admin', PATH);
  await page.route('**/rest/v1/rpc/create_account', (route) => route.abort());
  const person = { name: 'Tomás Leiva', email: 'tomas@taller.test', rut: '14555668-3', role: 'Recepción' };
  const form = await fillNewUser(page, person);
  await form.getByRole('button', { name: 'Crear usuario' }).click();
  await expect(form.getByRole('alert')).toContainText('No se pudo crear el usuario');
  await page.unroute('**/rest/v1/rpc/create_account');
  await form.getByRole('button', { name: 'Crear usuario' }).click();
  await expect(form).toBeHidden();
  const accounts = await withDatabase(
    shop,
    (sql) => sql`select role from public.profiles where email = 'tomas@taller.test'`,
  );
  expect(accounts.map(({ role }) => role as string)).toEqual(['receptionist']);
});

test('ORD-14 editing saves name, phone and role; e-mail and RUT are disabled @exhaustive', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('admin', PATH);
  await staffRow(page, ACCOUNTS.technician2)
    .getByRole('button', { name: /^Editar a/ })
    .click();
  const form = dialog(page, 'Editar usuario');
  await expect(form.getByLabel('Correo electrónico')).toBeDisabled();
  await expect(form.getByLabel('RUT')).toBeDisabled();
  await form.getByLabel('Nombre completo').fill('Daniela Ñanculeo');
  await form.getByLabel('Teléfono').fill('+56 9 7777 1111');
  await form.getByLabel('Rol').selectOption({ label: 'Recepción' });
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form).toBeHidden();
  await expect(staffRow(page, 'Daniela Ñanculeo')).toContainText('Recepción');
  const saved = await withDatabase(
    shop,
    (sql) => sql`select full_name, phone, role from public.profiles where email = ${ACCOUNTS.technician2}`,
  );
  expect({ ...saved[0] }).toEqual({
    full_name: 'Daniela Ñanculeo',
    phone: '+56 9 7777 1111',
    role: 'receptionist',
  });
  await withDatabase(
    shop,
    (sql) => sql`update public.profiles set role = 'technician' where email = ${ACCOUNTS.technician2}`,
  );
});

test('AUTH-20 SEC-80 a customer who joins the staff chooses a password with a link from the admin', async ({
  openAs,
  shop,
  browser,
}) => {
  const person = await registered(shop, 'Bruno Invitado');
  const page = await openAs('admin', PATH);
  const invitation = await makeTechnician(page, person);
  await invitation.getByRole('button', { name: 'Crear enlace' }).click();
  const link = await invitation.getByLabel('Enlace', { exact: true }).inputValue();
  expect(link).toContain(`${shop.url}/update-password#invitacion=`);

  const context = await browser.newContext({ baseURL: shop.url });
  const his = await context.newPage();
  await his.goto(link);
  await expect(his).toHaveURL('/update-password');
  await expect(his.getByRole('heading', { level: 1 })).toHaveText('Activa tu cuenta');
  await expect(his.getByText(`Cuenta: ${person.email}`)).toBeVisible();
  await his.getByLabel('Nueva contraseña').fill('la que eligió');
  await his.getByLabel('Confirmar contraseña').fill('la que eligió');
  await his.getByRole('button', { name: 'Activar mi cuenta' }).click();
  await expect(his.getByRole('heading', { name: 'Panel de Técnico' })).toBeVisible();
  await context.close();
});

test('ORD-14 the last admin can be neither deleted nor demoted @exhaustive', async ({ openAs, shop }) => {
  const page = await openAs('admin', PATH);
  const own = staffRow(page, ACCOUNTS.admin);
  await expect(own.getByRole('button', { name: /^Eliminar a/ })).toBeDisabled();
  await own.getByRole('button', { name: /^Editar a/ }).click();
  const form = dialog(page, 'Editar usuario');
  await form.getByLabel('Rol').selectOption({ label: 'Técnico' });
  await expect(form.getByText('Si cambias tu propio rol, dejarás de ver esta pantalla.')).toBeVisible();
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByRole('alert')).toContainText('Debe quedar al menos un administrador.');
  const [admin] = await withDatabase(
    shop,
    (sql) => sql`select role from public.profiles where email = ${ACCOUNTS.admin}`,
  );
  expect(admin?.role).toBe('admin');
});

test('ORD-14 UI-42 deleting asks first and leaves the focus in the list; a deleted user’s session ends, and the password no longer works', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('admin', PATH);
  const form = await fillNewUser(page, {
    name: 'Por Borrar',
    email: 'borrar@taller.test',
    rut: '14555669-1',
    role: 'Técnico',
  });
  await form.getByRole('button', { name: 'Crear usuario' }).click();
  await expect(form).toBeHidden();

  const theirs = await openAs('customer', '/servicios');
  await theirs.evaluate(() => localStorage.clear());
  await theirs.clock.install();
  await theirs.goto('/auth');
  await theirs.getByLabel('Correo electrónico').fill('borrar@taller.test');
  await theirs.getByLabel('Contraseña', { exact: true }).fill('clave-segura');
  await theirs.keyboard.press('Enter');
  await expect(theirs.getByRole('heading', { name: 'Panel de Técnico' })).toBeVisible();

  await staffRow(page, 'borrar@taller.test').getByRole('button', { name: 'Eliminar a Por Borrar' }).click();
  const question = page.getByRole('alertdialog', { name: '¿Eliminar a Por Borrar?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(question).toBeHidden();
  await expect(staffRow(page, 'borrar@taller.test')).toBeVisible();
  await staffRow(page, 'borrar@taller.test').getByRole('button', { name: 'Eliminar a Por Borrar' }).click();
  await question.getByRole('button', { name: 'Eliminar', exact: true }).click();
  await expect(question).toBeHidden();
  await expect(staffRow(page, 'borrar@taller.test')).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Equipo' }).locator(':focus')).toHaveCount(1);

  // The next check of the user's profile is due within 30 s.
  await theirs.clock.runFor(31_000);
  await expect(theirs).toHaveURL('/auth');
  expect(await theirs.evaluate(() => localStorage.getItem('taller.user'))).toBeNull();
  const login = await fetch(`${shop.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: shop.keys.publishable, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'borrar@taller.test', password: 'clave-segura' }),
  });
  expect(login.status).toBe(400);
});

test('ORD-14 a deletion that fails says Error al eliminar usuario. and deletes nobody @exhaustive', async ({
  openAs,
}) => {
  const page = await openAs('admin', PATH);
  await page.route('**/rest/v1/profiles*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  );
  await staffRow(page, ACCOUNTS.technician)
    .getByRole('button', { name: /^Eliminar a/ })
    .click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Eliminar', exact: true }).click();
  await expect(page.getByText('Error al eliminar usuario.')).toBeVisible();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(staffRow(page, ACCOUNTS.technician)).toBeVisible();
});

test('ORD-14 SHELL-05 the users screen is the admin’s: others read Acceso no autorizado. and load none of it @exhaustive', async ({
  openAs,
}) => {
  for (const account of ['technician', 'receptionist', 'customer'] as const) {
    const page = await openAs(account, PATH);
    await expect(page.getByText('Acceso no autorizado.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Usuarios' })).toHaveCount(0);
  }
});

test('ORD-14 the screen passes axe on phone and desk, in both schemes @exhaustive', async ({ openAs }) => {
  test.slow();
  const page = await openAs('admin', PATH);
  await expect(staffRow(page, ACCOUNTS.technician)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
});

test('ORD-14 the dialog with its errors passes axe on phone and desk, in both schemes @exhaustive', async ({
  openAs,
}) => {
  test.slow();
  const page = await openAs('admin', PATH);
  await page.getByRole('button', { name: 'Nuevo usuario' }).click();
  await page.getByRole('button', { name: 'Crear usuario' }).click();
  await expect(page.getByText('Elige un rol.', { exact: true })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});
