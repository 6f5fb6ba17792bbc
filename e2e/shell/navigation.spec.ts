import { ACCOUNTS, expect, PASSWORD, test, type Account } from '../support/fixtures.ts';
import { remotesIn, takenOver, watchErrors, watchRequests } from '../support/requests.ts';
import { exhaustiveAfterFirst } from '../support/tiers.ts';

const PUBLIC = ['Inicio', 'Servicios'];
const HEADER: [Account | null, string[]][] = [
  ['admin', [...PUBLIC, 'Mi Panel', 'Mi Perfil', 'Inventario', 'Pedido Pantallas', 'Informes']],
  ['technician', [...PUBLIC, 'Mi Panel', 'Mi Perfil', 'Inventario', 'Pedido Pantallas']],
  ['customer', [...PUBLIC, 'Mi Panel', 'Mi Perfil']],
  [null, [...PUBLIC, 'Iniciar Sesión', 'Registrarse']],
];

for (const [index, [account, labels]] of HEADER.entries()) {
  const tag = exhaustiveAfterFirst(index);
  test(`SHELL-01 header links: ${account ?? 'signed out'}`, { tag }, async ({ page: fresh, openAs }) => {
    const page = account ? await openAs(account, '/') : fresh;
    if (!account) await page.goto('/');
    const links = page.getByRole('navigation', { name: 'Principal' }).getByRole('link');
    await expect(links).toHaveText(labels);
    await expect(page.getByRole('button', { name: 'Cerrar Sesión' })).toHaveCount(account ? 1 : 0);
  });
}

test('SHELL-01 Cerrar Sesión signs out and returns to /', async ({ openAs }) => {
  const page = await openAs('receptionist', '/inventario');
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(page.getByRole('link', { name: 'Iniciar Sesión' }).first()).toBeVisible();
  await expect(page).toHaveURL('/');
  // Time of the last sign-out, for suspended tabs; it contains no personal data.
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['taller.drafts-erased']);
  await page.goto('/inventario');
  await expect(page).toHaveURL('/auth');
});

test('SHELL-02 the menu of a narrow screen opens, moves on and closes by keyboard', async ({ openAs }) => {
  const page = await openAs('customer', '/', { viewport: { width: 390, height: 844 } });
  const toggle = page.getByRole('button', { name: 'Menú' });
  const panel = page.getByRole('link', { name: 'Mi Panel' });
  await expect(toggle).toBeVisible();
  await expect(panel).toBeHidden();
  await toggle.press('Enter');
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(toggle).toBeFocused();
  await toggle.press('Enter');
  await panel.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expect(panel).toBeHidden();
});

test('SHELL-03 BOOK-13 the footer', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer.locator('a[href^="tel:+56"]')).toBeVisible();
  await expect(footer.locator('a[href^="mailto:"]')).toBeVisible();
  await expect(footer.locator('a[href*="maps"]')).toBeVisible();
  await expect(footer.getByRole('link', { name: 'Instagram' })).toBeVisible();
  await expect(footer.getByRole('link', { name: 'Reservar hora' })).toHaveAttribute('href', '/citas');
  // Sundays and holidays.
  await expect(footer.getByText('Cerrado', { exact: true })).toHaveCount(2);
  for (const text of ['09:30 - 19:00', '10:00 - 17:00', 'Efectivo', 'Transferencia bancaria']) {
    await expect(footer.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(footer).toContainText(`© ${new Date().getFullYear()}`);
});

test('SHELL-04 unknown paths lead to / signed in, else to /auth', async ({ page, openAs }) => {
  await page.goto('/no/existe');
  await expect(page).toHaveURL('/auth');
  await expect(page.getByText('Esa dirección no existe: puede tener un error o haber cambiado.')).toHaveCount(
    1,
  );
  const signedIn = await openAs('customer', '/no/existe');
  await expect(signedIn).toHaveURL('/');
  await expect(signedIn.getByText('Esa dirección no existe')).toBeVisible();
});

test('SHELL-04 a protected page asks to sign in and is there afterwards', async ({ page }) => {
  await page.goto('/dashboard/pedidos?pagina=2');
  await expect(page).toHaveURL('/auth');
  await page.getByLabel('Correo electrónico').fill(ACCOUNTS.technician);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/pedidos?pagina=2');
  await expect(page.getByRole('heading', { name: 'Panel de Técnico' })).toBeVisible();
});

test('SHELL-05 a screen that the role may not see says so, and its code is not requested', async ({
  openAs,
}) => {
  const page = await openAs('customer', '/auth');
  await expect(page.getByRole('button', { name: 'Cerrar Sesión' })).toBeVisible();
  for (const path of ['/informes', '/inventario', '/activity-logs', '/dashboard/usuarios', '/orders/1']) {
    await page.goto('/robots.txt');
    const requested = watchRequests(page);
    await page.goto(path);
    await expect(page.getByText('Acceso no autorizado.')).toBeVisible();
    expect(remotesIn(requested)).toEqual([]);
  }
});

test('SHELL-05 signed out, no protected page requests the code of a remote', async ({ page }) => {
  const requested = watchRequests(page);
  for (const path of ['/dashboard', '/inventario', '/informes', '/perfil', '/print/1', '/dashboard/logs']) {
    await page.goto(path);
    await expect(page).toHaveURL('/auth');
  }
  expect(remotesIn(requested)).toEqual([]);
});

test('SHELL-05 the activity log brings a technician nothing of the reports', async ({ openAs, shop }) => {
  const registry = (await (await fetch(`${shop.url}/remotes.json`)).json()) as {
    remotes: { name: string; modules: Record<string, { js: string[] }> }[];
  };
  const modules = registry.remotes.find(({ name }) => name === 'mfe-reports')?.modules ?? {};
  const common = modules['activity-log']?.js ?? [];
  const ofReports = (modules.reports?.js ?? []).filter((file) => !common.includes(file));
  expect(ofReports.length).toBeGreaterThan(0);
  const page = await openAs('technician', '/servicios');
  const requested = watchRequests(page);
  await page.goto('/activity-logs');
  await expect(page.getByRole('heading', { name: 'Registro de Actividades' })).toBeVisible();
  // The bell of the frame is the other one's.
  expect(remotesIn(requested)).toEqual(['mfe-orders', 'mfe-reports']);
  expect(requested.filter((path) => ofReports.some((file) => path.endsWith(`/${file}`)))).toEqual([]);
});

test('SHELL-10 print routes have neither header nor footer', async ({ openAs }) => {
  const page = await openAs('receptionist', '/print-select/1');
  await expect(page.locator('main')).not.toBeEmpty();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
});

test('SHELL-11 title, language and focus move with every navigation; deep links survive a reload', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await page.goto('/servicios');
  await expect(page).toHaveTitle(/^Servicios · /);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-CL');
  await takenOver(page);
  await page.getByRole('link', { name: 'Iniciar Sesión' }).first().click();
  await expect(page).toHaveTitle(/^Iniciar sesión · /i);
  await expect(page.locator('#contenido')).toBeFocused();
  await page.goto('/orders/view/999999');
  await page.reload();
  await expect(page).toHaveURL('/orders/view/999999');
  await expect(page.locator('main')).not.toBeEmpty();
  expect(errors).toEqual([]);
});

test('SHELL-11 the skip link is the first stop of the keyboard and leads to the content', async ({
  page,
}) => {
  await page.goto('/servicios');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#contenido')).toBeFocused();
});
