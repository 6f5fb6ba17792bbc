import { expect, test } from '../support/fixtures.ts';

test('UI-42 a new order and the search return the focus to where they were opened', async ({ openAs }) => {
  const page = await openAs('receptionist', '/dashboard');
  const button = page.getByRole('search').getByRole('button', { name: 'Nueva orden' });
  const dialog = page.getByRole('dialog');
  const isOpen = async () => {
    await expect(dialog).toBeVisible();
    await expect(dialog.locator(':focus')).toHaveCount(1);
  };
  await button.click();
  await isOpen();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();

  // A first time, when its code is loaded, and again.
  for (let time = 0; time < 2; time += 1) {
    await page.keyboard.press('Control+k');
    await isOpen();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  }

  // The shortcut opens it from a row.
  const row = page.getByRole('link', { name: /^#\d/ }).first();
  await row.focus();
  await page.keyboard.press('n');
  await isOpen();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(row).toBeFocused();
});

test('SHELL-74 UI-42 a new order whose code does not come has a frame that closes, and opens with Reintentar', async ({
  openAs,
}) => {
  const page = await openAs('receptionist', '/dashboard');
  const code = '**/new-order-dialog-*.js';
  await page.route(code, (route) => route.abort());
  await page.reload();
  const button = page.getByRole('search').getByRole('button', { name: 'Nueva orden' });
  const dialog = page.getByRole('dialog', { name: 'Nueva orden' });
  await button.click();
  await expect(dialog.getByRole('alert')).toContainText('No pudimos abrir esta ventana.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.keyboard.press('n');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.unroute(code);
  await dialog.getByRole('button', { name: 'Reintentar' }).click();
  await expect(dialog.getByLabel('Buscar cliente o equipo')).toBeFocused();
  await expect(dialog).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
});
