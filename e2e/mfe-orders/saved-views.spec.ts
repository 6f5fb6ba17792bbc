/** Own views of the desk: saved, opened at the start, shared and changed (ORD-80 to ORD-82). */
import type { Page } from '@playwright/test';
import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { newOrder, rowOf } from '../support/orders.ts';
import { registered } from '../support/people.ts';

const views = (page: Page) => page.getByRole('navigation', { name: 'Vistas de órdenes' });
const view = (page: Page, name: string) => views(page).getByRole('link', { name: new RegExp(name) });

async function choose(page: Page, view: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Opciones de la vista ${view}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('ORD-80 ORD-81 ORD-82 UI-42 a filter is saved under a name, opens the desk on arrival, and Todas and Back lead away from it', async ({
  openAs,
  shop,
}) => {
  // It does not become the start view of other people.
  const person = await registered(shop, 'Vera Vistas');
  await withDatabase(
    shop,
    (sql) => sql`update profiles set role = 'receptionist' where email = ${person.email}`,
  );
  const order = await newOrder(shop, { status: 'quoted', equipment_brand: 'Velero' });
  await newOrder(shop, { status: 'completed', equipment_brand: 'Velero' });
  const page = await openAs(person, '/dashboard?q=Velero&campo=equipment_brand&estado=quoted');
  await expect(rowOf(page, order)).toBeVisible();
  await page.getByRole('button', { name: 'Guardar vista' }).click();
  const name = page.getByLabel('Nombre de la vista', { exact: true });
  await name.fill('Veleros por confirmar del taller');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  const own = view(page, 'Veleros por confirmar');
  await expect(own).toHaveAttribute('aria-current', 'page');
  await expect(own).toHaveText(/ 1$/);
  await expect(page.getByRole('button', { name: 'Guardar vista' })).toHaveCount(0);
  await expect(
    page.getByRole('button', { name: 'Opciones de la vista Veleros por confirmar del taller' }),
  ).toBeFocused();
  await choose(page, 'Veleros por confirmar del taller', 'Usar al entrar');
  await expect(own.getByRole('img', { name: 'Se abre al entrar' })).toBeVisible();

  // Another device of the same person; the first press right after the start opens what it names.
  const phone = await openAs(person, '/servicios', { viewport: { width: 390, height: 844 } });
  await phone.goto('/dashboard');
  await expect(view(phone, 'Veleros por confirmar')).toHaveAttribute('aria-current', 'page');
  await view(phone, '^Todas').click();
  await expect(phone).toHaveURL(/[?]vista=todas$/);
  await expect(view(phone, '^Todas')).toHaveAttribute('aria-current', 'page');
  expect(await sidewaysOverflow(phone)).toBe(0);
  await phone.goBack();
  await expect(view(phone, 'Veleros por confirmar')).toHaveAttribute('aria-current', 'page');
  await phone.goBack();
  await expect(phone).toHaveURL(/\/servicios$/);

  // Renamed in one tab, then in the other one that still shows the old name.
  await phone.goto('/dashboard');
  await choose(phone, 'Veleros por confirmar del taller', 'Cambiar nombre');
  await choose(page, 'Veleros por confirmar del taller', 'Cambiar nombre');
  await name.fill('Veleros');
  await page.getByRole('button', { name: 'Cambiar nombre' }).click();
  await expect(view(page, '^(Se abre al entrar )?Veleros ')).toBeVisible();
  await phone.getByLabel('Nombre de la vista', { exact: true }).fill('Barcos');
  await phone.getByRole('button', { name: 'Cambiar nombre' }).click();
  await expect(
    phone.getByText('Esta vista ahora se llama «Veleros»: la cambiaste en otra pestaña.'),
  ).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await choose(page, 'Veleros', 'Eliminar vista');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(view(page, 'Veleros')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Guardar vista' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(view(page, '^Todas')).toHaveAttribute('aria-current', 'page');
});

test('ORD-80 a copied link shows a colleague the same list with the colleague’s own rights @exhaustive', async ({
  openAs,
}) => {
  const admin = await openAs('admin', '/dashboard?q=56912345678&campo=customer_phone&vista=listos');
  await admin.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await admin.getByRole('button', { name: 'Opciones de esta lista' }).click();
  await admin.getByRole('menuitem', { name: 'Copiar vínculo' }).click();
  await expect(admin.getByText(/^Vínculo copiado/)).toBeVisible();
  const link = new URL(await admin.evaluate(() => navigator.clipboard.readText()));
  expect(link.searchParams.get('campo')).toBe('customer_phone');
  const desk = await openAs('receptionist', `${link.pathname}${link.search}`);
  await expect(
    desk.getByText('Parte de este vínculo es de otro rol: se muestra lo que puedes ver.'),
  ).toBeVisible();
  await expect(view(desk, 'Listos para retirar')).toHaveAttribute('aria-current', 'page');
});

test('SHELL-74 UI-19 a dialog whose code does not load closes by Escape and Back, and loads with Reintentar @exhaustive', async ({
  openAs,
}) => {
  const page = await openAs('receptionist', '/dashboard');
  // An entry before of the same document, which Back can be kept from.
  await view(page, '^Listos para retirar').click();
  const search = page.getByRole('searchbox');
  await search.fill('Velero');
  await expect(page).toHaveURL(/q=Velero/);
  const address = page.url();
  const code = '**/view-name-dialog-*.js';
  await page.route(code, (route) => route.abort());
  const button = page.getByRole('button', { name: 'Guardar vista' });
  const frame = page.getByRole('dialog', { name: 'Guardar esta vista' });
  await button.click();
  await expect(frame.getByRole('alert')).toContainText('No pudimos abrir esta ventana.');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(frame).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(frame).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(frame).toHaveCount(0);
  expect(page.url()).toBe(address);
  await expect(search).toHaveValue('Velero');
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(frame.getByRole('alert')).toBeVisible();
  await page.unroute(code);
  await frame.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByLabel('Nombre de la vista', { exact: true })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('ORD-127 a new technician’s desk opens with the own work, until that is changed', async ({
  openAs,
  shop,
}) => {
  const person = await registered(shop, 'Nadia Nueva');
  const [{ id } = { id: '' }] = await withDatabase(
    shop,
    (sql) => sql<{ id: string }[]>`
      update profiles set role = 'technician' where email = ${person.email} returning id`,
  );
  const own = await newOrder(shop, { status: 'in_progress', technician_id: id });
  const other = await newOrder(shop, { status: 'in_progress' });
  const page = await openAs(person, '/dashboard');
  await expect(view(page, 'Mis órdenes')).toHaveAttribute('aria-current', 'page');
  await expect(rowOf(page, own)).toBeVisible();
  await expect(rowOf(page, other)).toHaveCount(0);
  await choose(page, 'Mis órdenes', 'No usar al entrar');
  await expect(view(page, 'Mis órdenes').getByRole('img')).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(view(page, '^Todas')).toHaveAttribute('aria-current', 'page');
  await expect(rowOf(page, other)).toBeVisible();
});
