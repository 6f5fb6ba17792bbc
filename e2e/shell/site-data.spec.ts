import type { Page } from '@playwright/test';
import { quotedOrder, statusOf } from '../support/database.ts';
import { ACCOUNTS, expect, PASSWORD, test, type Account } from '../support/fixtures.ts';

/** A browser that blocks site data: every access to a storage throws. */
function blockSiteData(): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: refuse, configurable: true });
  Object.defineProperty(document, 'cookie', { get: refuse, set: refuse });
  Object.defineProperty(navigator, 'serviceWorker', { get: refuse });
  LockManager.prototype.request = () => Promise.reject(new DOMException('Denied', 'SecurityError'));
  window.BroadcastChannel = new Proxy(BroadcastChannel, { construct: refuse });
}

/** Fills the storage completely. */
function fillStorage(): void {
  for (let length = 2 ** 22; length >= 1; length = Math.floor(length / 2)) {
    try {
      for (let at = 0; ; at += 1) localStorage.setItem(`another.${length}.${at}`, 'x'.repeat(length));
    } catch {
      // Smaller entries fill the remaining space.
    }
  }
}

async function logIn(page: Page, account: Account): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Correo electrónico', { exact: true }).fill(ACCOUNTS[account]);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
}

const hint = (page: Page) => page.getByText('Este navegador no guarda los datos de este sitio');

test('SHELL-30 public pages work, and say nothing, where the data of sites are blocked', async ({
  page,
  shop,
}) => {
  const order = await quotedOrder(shop);
  const errors: unknown[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.addInitScript(blockSiteData);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Servicios' }).click();
  await expect(page).toHaveURL('/servicios');
  await page.goto(`/orders/view/${order.order_number}`);
  await expect(page.getByRole('main')).toContainText(String(order.order_number).padStart(6, '0'));
  await page.goto(`/decision-presupuesto/${order.id}`);
  await page.getByRole('button', { name: 'Aprobar y Continuar' }).click();
  await expect(page).toHaveURL('/gracias/aprobado');
  await expect.poll(() => statusOf(shop, order.id)).toBe('approved');
  await expect(hint(page)).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('SHELL-31 with blocked storage the desk works while the page is open, and a single hint says so', async ({
  page,
}) => {
  await page.addInitScript(blockSiteData);
  await logIn(page, 'receptionist');
  await expect(page).toHaveURL('/dashboard');
  await expect(hint(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Nueva orden' })).toBeVisible();
});

test('SHELL-32 signing in works with a full storage', async ({ page }) => {
  await page.goto('/servicios');
  await page.evaluate(fillStorage);
  await logIn(page, 'receptionist');
  await expect(page).toHaveURL('/dashboard');
  await expect(hint(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Nueva orden' })).toBeVisible();
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(page).toHaveURL('/');
});
