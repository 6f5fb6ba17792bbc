/** The first set-up of an empty shop, with the address that its start gives. */
import type { BrowserContext, Page } from '@playwright/test';
import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { openEmptyShop, type EmptyShop } from '../support/empty-shop.ts';
import { expect, test } from '../support/fixtures.ts';

const OWNER = { name: 'Marcela Ibáñez', email: 'duena@ancla.test', password: 'una-clave-larga' };
const PATIENCE = { timeout: 60_000 };

let shop: EmptyShop;
test.beforeEach(async () => {
  shop = await openEmptyShop();
});
test.afterEach(() => shop[Symbol.asyncDispose]());

const create = (page: Page) => page.getByRole('button', { name: 'Crear cuenta y seguir' });
const next = (page: Page) => page.getByRole('button', { name: 'Guardar y seguir' });
const step = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const SHOP = 'Tu tienda';
const HOURS = 'Horario de atención';

async function fillAccount(page: Page): Promise<void> {
  await page.getByLabel('Nombre completo').fill(OWNER.name);
  await page.getByLabel('Correo electrónico').fill(OWNER.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(OWNER.password);
}

/** It is accessible and fits a phone and a desk. */
async function isWell(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 900 };
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page), page.url()).toBe(0);
  await page.setViewportSize({ width, height });
}

const admins = async () =>
  (await shop.server.sql`select email from public.profiles where role = 'admin'`).map(
    ({ email }) => email as string,
  );

test('CFG-46 CFG-49 from the address in four steps to the desk, and the site has the shop’s name', async ({
  browser,
}) => {
  test.slow();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(await shop.newAddress());
  await expect(step(page, 'Tu cuenta de administración')).toBeVisible();
  // The token is in the address no longer than it takes to read it.
  await expect(page).toHaveURL(`${shop.server.url}/configurar`);
  await isWell(page);
  await create(page).click();
  await expect(page.getByLabel('Nombre completo')).toHaveAccessibleDescription(/obligatorio/);
  await fillAccount(page);
  await create(page).click();

  await expect(step(page, SHOP)).toBeVisible();
  await isWell(page);
  await next(page).click();
  await expect(page.getByLabel('Nombre de la tienda')).toHaveAccessibleDescription(/Escribe algo/);
  await page.getByLabel('Nombre de la tienda').fill('Ancla');
  await page.getByLabel('Calle y número (opcional)').fill('Esmeralda 77');
  await page.getByLabel('Ciudad (opcional)').fill('Valparaíso');
  await page.getByLabel('Teléfono (opcional)').fill('+56 32 255 0999');
  await next(page).click();

  await expect(step(page, HOURS)).toBeFocused();
  // The step has nothing but the week: no heading is left of what it leaves out.
  await expect(page.getByRole('group', { name: /Feriados|Días especiales/ })).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Semana' })).toBeVisible();
  await isWell(page);
  const saturday = page.getByRole('group', { name: 'Tramo 1 de Sábado' });
  await expect(saturday.getByLabel('Cierra')).toHaveValue('14:00');
  await saturday.getByLabel('Cierra').fill('13:30');
  await next(page).click();

  await expect(step(page, 'WhatsApp')).toBeVisible();
  await expect(page.getByRole('radio', { name: /Después/ })).toBeChecked();
  await page.getByRole('radio', { name: /Ahora/ }).check();
  await expect(page.getByRole('region', { name: 'Qué hace falta' })).toContainText(
    'sus textos están en Ajustes, «Mensajes»',
  );
  await isWell(page);
  await page.getByRole('link', { name: 'Terminar e ir al panel' }).click();

  await expect(page).toHaveURL(`${shop.server.url}/dashboard`);
  const list = page.getByRole('region', { name: 'Lo que sigue' });
  await expect(list.getByRole('link')).toHaveText([
    /Crea tu primera orden/,
    /Agrega a tu equipo/,
    /Revisa servicios y precios/,
  ]);
  await isWell(page);
  expect(await admins()).toEqual([OWNER.email]);
  const rows = await shop.server
    .sql`select section, value from public.setting_sections where section in ('shop', 'hours')`;
  const saved = Object.fromEntries(rows.map(({ section, value }) => [section, value]));
  expect(saved.shop).toMatchObject({ name: 'Ancla', fullName: 'Ancla', phone: '56322550999' });
  expect(saved.hours).toMatchObject({ week: { 0: [], 6: [{ open: '10:00', close: '13:30' }] } });

  const landing = async () => (await context.request.get(`${shop.server.url}/`)).text();
  await expect.poll(landing, PATIENCE).toContain('Esmeralda 77');
  expect(await landing()).not.toContain('Barlovento');
  const manifest = await context.request.get(`${shop.server.url}/site.webmanifest`);
  expect((await manifest.json()) as { name: string }).toMatchObject({ name: 'Ancla' });
  // This tab takes the new release with a step to another screen.
  const header = page.getByRole('banner');
  await expect(async () => {
    await header.getByRole('link', { name: 'Inicio' }).click();
    await header.getByRole('link', { name: 'Servicios' }).click();
    // oxlint-disable-next-line taller/no-clock -- toPass tries again until its own time-out.
    await expect(header.getByRole('link', { name: 'Ancla' })).toBeVisible({ timeout: 2_000 });
  }).toPass(PATIENCE);
  await header.getByRole('link', { name: 'Servicios' }).click();
  await expect(page).toHaveTitle('Servicios · Ancla');
  await expect(page.getByRole('contentinfo')).toContainText('Esmeralda 77');

  // Completed steps are ticked, and the list stays hidden.
  await shop.server
    .sql`update public.setting_sections set value = value || '{"groups": []}' where section = 'services'`;
  await page.goto(`${shop.server.url}/dashboard`);
  await expect(list.getByRole('link', { name: /Hecho.*Revisa servicios/s })).toBeVisible();
  await list.getByRole('button', { name: 'No mostrar más' }).click();
  await expect(list).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Nueva orden' }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(list).toBeHidden();
});

test('CFG-46 input except the password survives a reload; Back goes back; a step left earlier can be resumed @exhaustive', async ({
  browser,
}) => {
  const page = await browser.newPage();
  await page.goto(await shop.newAddress());
  await fillAccount(page);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Nombre completo')).toHaveValue(OWNER.name);
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(OWNER.email);
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('');
  await page.getByLabel('Contraseña', { exact: true }).fill(OWNER.password);
  await create(page).click();
  await expect(step(page, SHOP)).toBeVisible();
  await page.getByLabel('Nombre de la tienda').fill('Ancla');
  await page.reload();
  await expect(page.getByLabel('Nombre de la tienda')).toHaveValue('Ancla');
  await next(page).click();
  await expect(step(page, HOURS)).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Nombre de la tienda')).toHaveValue('Ancla');
  await page.getByRole('link', { name: 'Dejar para después' }).click();
  await page.getByRole('link', { name: 'Dejar para después' }).click();
  await page.getByRole('link', { name: 'Terminar e ir al panel' }).click();
  await expect(page.getByRole('region', { name: 'Lo que sigue' })).toBeVisible();
  // The account's step is not one to go back to: nothing can be made there any more.
  await page.goto(`${shop.server.url}/configurar`);
  await expect(step(page, 'La tienda ya está configurada')).toBeVisible();
  await page.getByRole('link', { name: 'Seguir configurando' }).click();
  await expect(page.getByLabel('Nombre de la tienda')).toHaveValue('Ancla');
});

/** Loses the answer to the next call, which the server has received. */
async function loseAnswer(context: BrowserContext, path: string): Promise<void> {
  await context.route(
    (url) => url.pathname.endsWith(path),
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}

test('CFG-46 lost answers: the account is made once, and the next press leads on @exhaustive', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(await shop.newAddress());
  await fillAccount(page);
  await loseAnswer(context, '/rpc/set_up_shop');
  await create(page).click();
  await expect(page.getByRole('alert')).toContainText('No hubo respuesta del servidor');
  expect(await admins()).toEqual([OWNER.email]);
  await loseAnswer(context, '/auth/v1/token');
  await create(page).click();
  await expect(page.getByRole('alert')).toContainText('La cuenta ya está creada');
  await create(page).click();
  await expect(step(page, SHOP)).toBeVisible();
  await page.getByLabel('Nombre de la tienda').fill('Ancla');
  await loseAnswer(context, '/functions/v1/save-settings');
  await next(page).click();
  await expect(page.getByRole('alert')).toContainText('No hubo respuesta del servidor');
  await next(page).click();
  await expect(step(page, HOURS)).toBeVisible();
  const changes = await shop.server.sql`select from public.setting_changes where section = 'shop'`;
  expect(changes).toHaveLength(2);
  expect(await admins()).toEqual([OWNER.email]);
});

test('CFG-46 after a lost answer and a reload the page says that the account exists, and the log-in leads on @exhaustive', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(await shop.newAddress());
  await fillAccount(page);
  await loseAnswer(context, '/rpc/set_up_shop');
  await create(page).click();
  await expect(page.getByRole('alert')).toContainText('No hubo respuesta del servidor');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(step(page, 'Esta dirección ya se usó')).toBeVisible();
  await isWell(page);
  await page.getByRole('main').getByRole('link', { name: 'Iniciar sesión' }).click();
  await page.getByLabel('Correo electrónico').fill(OWNER.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(step(page, SHOP)).toBeVisible();
});

test('CFG-46 the second of two tabs reports that the address was used @exhaustive', async ({ browser }) => {
  const address = await shop.newAddress();
  const [one, other] = [await browser.newContext(), await browser.newContext()];
  const [page, late] = [await one.newPage(), await other.newPage()];
  for (const each of [page, late]) {
    await each.goto(address);
    await fillAccount(each);
  }
  const second = await one.newPage();
  await second.goto(address);
  await expect(create(second)).toBeVisible();
  await create(page).click();
  await expect(step(page, SHOP)).toBeVisible();
  // The second tab shares the browser, and is therefore signed in.
  await expect(step(second, 'Esta dirección ya se usó')).toBeVisible();
  await expect(second.getByRole('link', { name: 'Seguir configurando' })).toBeVisible();
  // The other browser is not signed in.
  await late.getByLabel('Correo electrónico').fill('intrusa@ancla.test');
  await create(late).click();
  await expect(step(late, 'Esta dirección ya se usó')).toBeVisible();
  await expect(late.getByRole('main').getByRole('link', { name: 'Iniciar sesión' })).toBeVisible();
  expect(await admins()).toEqual([OWNER.email]);
});

test('CFG-46 CFG-47 without a valid address the page says how to get one, and in a shop with an admin that it is set up @exhaustive', async ({
  browser,
}) => {
  const page = await browser.newPage();
  const old = await shop.newAddress();
  await shop.newAddress();
  for (const wrong of [`${shop.server.url}/configurar`, `${shop.server.url}/configurar#abc`, old]) {
    await page.goto('about:blank');
    await page.goto(wrong);
    await expect(step(page, 'Esta dirección no sirve')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('parta el servidor otra vez');
  }
  await isWell(page);
  // A new address in the same tab is taken.
  await page.goto(await shop.newAddress());
  await expect(create(page)).toBeVisible();
  await shop.server.sql`select private.create_first_admin('jefa@ancla.test', 'una-clave', 'Jefa')`;
  await page.reload();
  await expect(step(page, 'La tienda ya está configurada')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Iniciar sesión' }).click();
  await expect(page).toHaveURL(/\/auth$/);
});
