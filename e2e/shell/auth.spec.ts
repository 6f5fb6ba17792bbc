import type { Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { described } from '../support/described.ts';
import { ACCOUNTS, expect, PASSWORD, test, USER_KEY } from '../support/fixtures.ts';
import { mailLink, mailsTo } from '../support/mails.ts';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const main = (page: Page) => page.getByRole('main');
/** The form's button; the header has links with the same name. */
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const redBox = (page: Page) => main(page).getByRole('alert');
let people = 0;
/** A person without an account. */
function visitor() {
  people += 1;
  return {
    email: `nueva-${people}-${Date.now()}@correo.test`,
    fullName: 'Rosa Araya Núñez',
    rut: `1900${1000 + people}-1`,
    phone: '+56 9 5123 4567',
    password: 'mi clave larga',
  };
}

async function fillRegistration(page: Page, person: ReturnType<typeof visitor>) {
  await field(page, 'Nombre completo').fill(person.fullName);
  await field(page, 'RUT').fill(person.rut);
  await field(page, 'Teléfono').fill(person.phone);
  await field(page, 'Correo electrónico').fill(person.email);
  await field(page, 'Contraseña').fill(person.password);
}

test('AUTH-01 signed-in users are redirected from /auth to /dashboard', async ({ openAs }) => {
  const page = await openAs('customer', '/auth');
  await expect(page).toHaveURL('/dashboard');
});

/** Presses the button of a confirmation link and chooses the password there. */
async function confirm(page: Page, link: string, password: string) {
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirma tu cuenta');
  await button(page, 'Confirmar mi correo').click();
  await field(page, 'Nueva contraseña').fill(password);
  await field(page, 'Confirmar contraseña').fill(password);
  await button(page, 'Actualizar Contraseña').click();
  await expect(page).toHaveURL('/dashboard');
}

test('AUTH-03 registration ends with a confirmation mail whose link chooses the password and signs in', async ({
  page,
  shop,
}) => {
  const person = visitor();
  await page.goto('/auth?register=true');
  await fillRegistration(page, person);
  await button(page, 'Registrarse').click();
  await expect(
    main(page).getByText('Registro exitoso. Por favor, revisa tu correo para confirmar tu cuenta.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await expect(field(page, 'Correo electrónico')).toHaveValue('');
  await expect(field(page, 'Contraseña')).toHaveValue('');

  await field(page, 'Correo electrónico').fill(person.email);
  await field(page, 'Contraseña').fill(person.password);
  await button(page, 'Iniciar Sesión').click();
  await expect(redBox(page).filter({ hasText: 'Aún no confirmas tu cuenta.' })).toBeVisible();
  // PUB-14: the previous success message would contradict it.
  await expect(main(page).getByText('Registro exitoso.')).toHaveCount(0);

  const link = await mailLink(shop, person.email);
  await confirm(page, link, person.password);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mi Panel');
  const stored = await page.evaluate((key) => localStorage.getItem(key), USER_KEY);
  expect(JSON.parse(stored ?? '{}')).toMatchObject({ fullName: person.fullName, role: 'customer' });

  // Already used: the second visit reports it.
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await button(page, 'Confirmar mi correo').click();
  await expect(redBox(page)).toContainText('El enlace de confirmación es inválido o ha expirado.');
});

test("AUTH-04 wrong password: the server's message in a red box, and the e-mail stays", async ({ page }) => {
  await page.goto('/auth');
  await field(page, 'Correo electrónico').fill(ACCOUNTS.customer);
  await field(page, 'Contraseña').fill('otra-clave');
  await button(page, 'Iniciar Sesión').click();
  await expect(redBox(page)).toHaveText('El correo o la contraseña no son correctos.');
  await expect(field(page, 'Correo electrónico')).toHaveValue(ACCOUNTS.customer);
  await expect(field(page, 'Contraseña')).toHaveValue('otra-clave');
});

test("AUTH-04 an unexpected error reads 'Ocurrió un error inesperado'", async ({ page }) => {
  await page.route('**/config.json', (route) => route.fulfill({ status: 500, body: 'x' }));
  await page.goto('/auth?register=true');
  const person = visitor();
  await fillRegistration(page, person);
  await button(page, 'Registrarse').click();
  await expect(redBox(page)).toHaveText('Ocurrió un error inesperado');
  await expect(field(page, 'RUT')).toHaveValue(person.rut);
});

test('AUTH-05 recovery: the same answer whether the e-mail exists or not', async ({ page, shop }) => {
  await page.goto('/forgot-password');
  const send = main(page).getByRole('button');
  await expect(send).toHaveText('Enviar Enlace de Recuperación');
  await send.click();
  await described(page, 'Correo electrónico', 'Por favor, ingresa tu correo electrónico.');
  const sent =
    'Si el correo existe, se ha enviado un enlace para restablecer tu contraseña. Revisa tu bandeja de entrada.';

  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/auth/v1/recover**', async (route) => {
    await held;
    await route.continue();
  });
  await field(page, 'Correo electrónico').fill('nadie@correo.test');
  await send.click();
  await expect(send).toHaveText('Enviando...');
  answer();
  await expect(main(page).getByText(sent)).toBeVisible();
  await expect.poll(() => mailsTo(shop, 'nadie@correo.test')).toEqual([]);

  await field(page, 'Correo electrónico').fill(ACCOUNTS.technician2);
  await send.click();
  await mailLink(shop, ACCOUNTS.technician2);
  await expect(main(page).getByText(sent)).toBeVisible();

  await page.unroute('**/auth/v1/recover**');
  await page.route('**/auth/v1/recover**', (route) =>
    route.fulfill({
      status: 429,
      json: { code: 'over_email_send_rate_limit', message: 'For security purposes, wait 60 seconds' },
    }),
  );
  await send.click();
  await expect(redBox(page)).toContainText('For security purposes, wait 60 seconds');
  await main(page).getByRole('link', { name: 'Volver a iniciar sesión' }).click();
  await expect(page).toHaveURL('/auth');
});

test('AUTH-06 a new password through the link of the mail, once', async ({ page, shop }) => {
  const person = visitor();
  await page.goto('/auth?register=true');
  await fillRegistration(page, person);
  await button(page, 'Registrarse').click();
  await expect(main(page).getByText('Registro exitoso.')).toBeVisible();
  await confirm(page, await mailLink(shop, person.email), person.password);
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(page).toHaveURL('/');

  await page.goto('/forgot-password');
  await field(page, 'Correo electrónico').fill(person.email);
  await main(page).getByRole('button').click();
  const link = await mailLink(shop, person.email, 1);
  await page.goto(link);
  // The token is removed from the URL.
  await expect(page).toHaveURL(/\/update-password$/);
  await button(page, 'Elegir una contraseña nueva').click();
  const next = field(page, 'Nueva contraseña');
  await next.fill('corta');
  await field(page, 'Confirmar contraseña').fill('otra');
  await button(page, 'Actualizar Contraseña').click();
  await described(page, 'Nueva contraseña', 'La contraseña debe tener al menos 6 caracteres.');
  await described(page, 'Confirmar contraseña', 'Las contraseñas no coinciden.');

  await expect(next).toHaveAttribute('type', 'password');
  await main(page).getByRole('button', { name: 'Mostrar contraseña' }).first().click();
  await expect(next).toHaveAttribute('type', 'text');
  await next.fill('clave nueva 1');
  await field(page, 'Confirmar contraseña').fill('clave nueva 1');
  await button(page, 'Actualizar Contraseña').click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Tu contraseña fue actualizada.')).toBeVisible();

  await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/auth');
  await field(page, 'Correo electrónico').fill(person.email);
  await field(page, 'Contraseña').fill(person.password);
  await button(page, 'Iniciar Sesión').click();
  await expect(redBox(page)).toBeVisible();
  await field(page, 'Contraseña').fill('clave nueva 1');
  await button(page, 'Iniciar Sesión').click();
  await expect(page).toHaveURL('/dashboard');

  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await button(page, 'Elegir una contraseña nueva').click();
  await expect(redBox(page)).toHaveText(
    'El enlace para restablecer tu contraseña es inválido o ha expirado. Si pediste varios, usa el del último correo.',
  );
  await main(page).getByRole('link', { name: 'Pedir un enlace nuevo' }).click();
  await expect(page).toHaveURL('/forgot-password');
});

test('AUTH-06 a link with an error of the provider says that it has expired', async ({ page }) => {
  await page.goto('/update-password#error=access_denied&error_code=otp_expired');
  await expect(redBox(page)).toHaveText(
    'El enlace para restablecer tu contraseña es inválido o ha expirado.',
  );
});

test('AUTH-06 /update-password without a link says that the link is invalid', async ({ page }) => {
  await page.goto('/update-password');
  await expect(redBox(page)).toHaveText(
    'El enlace para restablecer tu contraseña es inválido o ha expirado.',
  );
});

test('AUTH-07 a wrong check digit warns and does not block; the RUT is stored normalised @exhaustive', async ({
  page,
  shop,
}) => {
  const person = visitor();
  await page.goto('/auth?register=true');
  await fillRegistration(page, { ...person, rut: '16.482.917-k' });
  await described(page, 'RUT', 'El dígito verificador no coincide. Revisa el RUT.');
  await expect(field(page, 'RUT')).not.toHaveAttribute('aria-invalid');
  await button(page, 'Registrarse').click();
  await expect(main(page).getByText('Registro exitoso.')).toBeVisible();
  await confirm(page, await mailLink(shop, person.email), person.password);
  const stored = await page.evaluate((key) => localStorage.getItem(key), USER_KEY);
  expect(JSON.parse(stored ?? '{}')).toMatchObject({ rut: '16482917-K' });
});

test('AUTH-02 signing in by keyboard alone, and back to the wanted page (SHELL-04)', async ({ page }) => {
  await page.goto('/perfil');
  await expect(page).toHaveURL('/auth');
  await field(page, 'Correo electrónico').focus();
  await page.keyboard.type(ACCOUNTS.customer2);
  await page.keyboard.press('Tab');
  await page.keyboard.type('otra-clave');
  await page.keyboard.press('Enter');
  await expect(redBox(page)).toHaveText('El correo o la contraseña no son correctos.');
  // The button keeps the focus while it is busy; the previous field is one Tab behind its show button.
  await field(page, 'Contraseña').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Tab');
  await expect(main(page).getByRole('button', { name: 'Mostrar contraseña' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/perfil');
});

test('AUTH-01 axe finds nothing on the sign-in screens, with and without messages @exhaustive', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.goto('/auth');
  await field(page, 'Correo electrónico').fill(ACCOUNTS.customer);
  await field(page, 'Contraseña').fill('otra-clave');
  await button(page, 'Iniciar Sesión').click();
  await expect(redBox(page)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto('/auth?register=true');
  await field(page, 'RUT').fill('12345678-9');
  await button(page, 'Registrarse').click();
  await expect(page.getByText('El nombre completo es obligatorio.')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto('/forgot-password');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recuperar contraseña');
  expect(await axeFindings(page)).toEqual([]);
  await page.goto('/update-password');
  await expect(redBox(page)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});
