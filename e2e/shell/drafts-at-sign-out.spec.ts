import type { Page } from '@playwright/test';
import { ACCOUNTS, expect, PASSWORD, test, type Account } from '../support/fixtures.ts';
import { fillOrderForm } from '../support/orders.ts';
import { cameraPhoto } from '../support/photos.ts';

async function logIn(page: Page, account: Account): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(ACCOUNTS[account]);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard/);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cerrar Sesión' }).first().click();
  await expect(page.getByRole('link', { name: 'Iniciar Sesión' })).toBeVisible();
}

const name = (page: Page) => page.getByLabel('Nombre completo');

test('SHELL-16 REC-38 a new order and its photos survive a sign-out, and nobody else sees them', async ({
  openAs,
}) => {
  const page = await openAs('receptionist', '/dashboard');
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  await fillOrderForm(page, { 'Nombre completo': 'Cliente Ana' });
  await page.getByLabel('Agregar fotos: Al recibirlo').setInputFiles([await cameraPhoto(page, 'frente.jpg')]);
  const waiting = page.getByRole('img', { name: /^Por enviar/ });
  await expect(waiting).toHaveCount(1);
  await page.keyboard.press('Escape');
  await signOut(page);
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toMatch(
    /Cliente Ana|Moto G54|No enciende/,
  );

  await page.goto('/auth');
  await logIn(page, 'admin');
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  await expect(name(page)).toBeVisible();
  await expect(page.getByText('Quedó una orden sin terminar')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await signOut(page);

  await page.goto('/auth');
  await logIn(page, 'receptionist');
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  await expect(
    page.getByText('Quedó una orden sin terminar: Cliente Ana · Motorola Moto G54.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Recuperar' }).click();
  await expect(name(page)).toHaveValue('Cliente Ana');
  await expect(waiting).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  await page.getByRole('button', { name: 'Descartar' }).click();
});

test('SHELL-16 a sign-out in one tab keeps what the same person types in the other', async ({ openAs }) => {
  const page = await openAs('receptionist', '/dashboard');
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  await name(page).fill('Cliente Berta');
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await signOut(other);
  await expect(page.getByText('Lo que habías escrito sigue guardado en esta pestaña.')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Berta');
  await logIn(page, 'receptionist');
  await expect(name(page)).toHaveValue('Cliente Berta');
});

test('SHELL-16 what is typed without a network survives a sign-out without one @exhaustive', async ({
  openAs,
}) => {
  const page = await openAs('receptionist', '/dashboard');
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  const key = page.waitForResponse('**/rpc/own_draft_key');
  await name(page).fill('Cliente');
  await key;
  await page.context().setOffline(true);
  await name(page).fill('Cliente Carla');
  await page.keyboard.press('Escape');
  await signOut(page);
  await page.context().setOffline(false);
  await page.goto('/auth');
  await logIn(page, 'receptionist');
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  await expect(page.getByText('Quedó una orden sin terminar: Cliente Carla.')).toBeVisible();
  await page.getByRole('button', { name: 'Descartar' }).click();
});
