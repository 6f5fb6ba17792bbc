import { mailLink } from '../support/mails.ts';
import { ACCOUNTS, expect, openWith, test, TOKEN_KEY, tokensOf, USER_KEY } from '../support/fixtures.ts';

test('SEC-37 tokens in an address never replace a session, nor start one, and leave the address', async ({
  browser,
  shop,
}) => {
  const [own, foreign] = [await tokensOf(shop, 'customer'), await tokensOf(shop, 'customer2')];
  const fragment = new URLSearchParams({
    access_token: String(foreign.access_token),
    refresh_token: String(foreign.refresh_token),
    expires_in: '3600',
    token_type: 'bearer',
    type: 'recovery',
  });
  const page = await openWith(browser, shop, { [TOKEN_KEY]: own });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mi Panel');
  const userOf = () => page.evaluate((key) => localStorage.getItem(key), USER_KEY);
  const before = await userOf();
  for (const path of ['/perfil', '/auth', '/update-password']) {
    await page.goto('about:blank');
    await page.goto(`${path}#${fragment.toString()}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(page.url()).not.toContain('access_token');
    await expect.poll(userOf).toBe(before);
  }
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('about:blank');
  await page.goto(`/auth#${fragment.toString()}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Iniciar Sesión');
  expect(await userOf()).toBeNull();
});

test('SEC-37 SEC-81 a reset link asks before it takes the place of another session, and works in any browser', async ({
  openAs,
  browser,
  shop,
}) => {
  const page = await openAs('customer', '/forgot-password');
  await page.getByLabel('Correo electrónico').fill(ACCOUNTS.customer2);
  await page.getByRole('button', { name: 'Enviar Enlace de Recuperación' }).click();
  await page.goto(await mailLink(shop, ACCOUNTS.customer2));
  await page.getByRole('button', { name: 'Elegir una contraseña nueva' }).click();
  await expect(
    page.getByText(
      'El enlace del correo es de la cuenta cliente2@taller.test. En este navegador está abierta la cuenta cliente@taller.test.',
    ),
  ).toBeVisible();
  expect(page.url()).not.toContain('token_hash');
  await page.getByRole('button', { name: 'Seguir con cliente2@taller.test' }).click();
  await expect(page.getByText('Cuenta: cliente2@taller.test')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Quedarme con cliente@taller.test' }).click();
  await expect(page).toHaveURL('/dashboard');
  const user = await page.evaluate((key) => localStorage.getItem(key), USER_KEY);
  expect(JSON.parse(user ?? '{}')).toMatchObject({ email: ACCOUNTS.customer });

  await page.goto('/forgot-password');
  await page.getByLabel('Correo electrónico').fill(ACCOUNTS.receptionist);
  await page.getByRole('button', { name: 'Enviar Enlace de Recuperación' }).click();
  const elsewhere = await openWith(browser, shop, {});
  await elsewhere.goto(await mailLink(shop, ACCOUNTS.receptionist));
  await elsewhere.getByRole('button', { name: 'Elegir una contraseña nueva' }).click();
  await expect(elsewhere.getByText(`Cuenta: ${ACCOUNTS.receptionist}`)).toBeVisible();
});
