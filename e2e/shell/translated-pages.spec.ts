import { quotedOrder, statusOf } from '../support/database.ts';
import { expect, PASSWORD, testInNewContext as test } from '../support/fixtures.ts';
import { fillOrderForm } from '../support/orders.ts';
import { watchErrors } from '../support/requests.ts';
import { translate } from '../support/translate.ts';

test('UI-30 a page that the browser translates takes a sign-in and an order @exhaustive', async ({
  page,
}) => {
  await page.goto('/auth');
  await translate(page);
  const errors = watchErrors(page);
  await page.getByLabel('Correo electrónico').fill('recepcion@taller.test');
  await page.getByLabel('Contraseña', { exact: true }).fill('equivocada');
  const signIn = page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' });
  await signIn.click();
  await expect(page.getByText('El correo o la contraseña no son correctos.')).toBeVisible();
  expect(errors.splice(0).every((text) => text.includes('status of 400'))).toBe(true);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await signIn.click();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  await page.getByRole('button', { name: 'Crear orden' }).click();
  await expect(page.getByText('El RUT es obligatorio.')).toBeVisible();
  await fillOrderForm(page, { 'Nombre completo': 'Guía Traducida' });
  await page.getByRole('button', { name: 'Crear orden' }).click();
  await page.getByRole('link', { name: 'Ver orden' }).click();
  await expect(page.getByText('Guía Traducida', { exact: true })).toBeVisible();
  expect(errors).toEqual([]);
});

test('UI-30 a customer approves a quote on a page that the browser translates', async ({ page, shop }) => {
  const order = await quotedOrder(shop);
  const errors = watchErrors(page);
  await page.goto(`/decision-presupuesto/${order.id}`);
  await expect(page.getByRole('article')).toBeVisible();
  await translate(page);
  await page.getByRole('button', { name: 'Aprobar y Continuar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('¡Gracias! Presupuesto aprobado');
  await expect.poll(() => statusOf(shop, order.id)).toBe('approved');
  expect(errors).toEqual([]);
});
