/** Customers' accounts at the counter, without mail (AUTH-20). */
import { expect, test } from '../support/fixtures.ts';
import { somebody } from '../support/people.ts';

test('AUTH-20 reception makes a customer’s account and its link, with which the customer enters', async ({
  openAs,
  browser,
}) => {
  const { email, rut } = somebody();
  const page = await openAs('receptionist', '/dashboard/clientes?vista=cuentas');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  const form = page.getByRole('dialog', { name: 'Crear cuenta de cliente' });
  await form.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(form).toContainText('El nombre completo es obligatorio.');
  await form.getByLabel('Nombre completo').fill('Elena Mesón');
  await form.getByLabel('RUT').fill(rut);
  await form.getByLabel('Correo electrónico').fill(email);
  await form.getByLabel('Teléfono').fill('+56 9 6123 4567');
  await form.getByRole('button', { name: 'Crear cuenta' }).click();

  const dialog = page.getByRole('dialog', { name: 'Enlace de invitación' });
  await dialog.getByRole('button', { name: 'Crear enlace' }).click();
  const link = await dialog.getByLabel('Enlace').inputValue();
  const chat = new URL((await dialog.getByRole('link', { name: 'Por WhatsApp' }).getAttribute('href')) ?? '');
  expect(chat.origin + chat.pathname).toBe('https://wa.me/56961234567');
  expect(chat.searchParams.get('text')).toContain(link);
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await page.getByLabel('Buscar cliente').fill(email);
  await expect(page.getByRole('row').filter({ hasText: 'Elena Mesón' })).toContainText('RUT sin confirmar');

  const context = await browser.newContext();
  const owner = await context.newPage();
  await owner.goto(link);
  await owner.getByLabel('Nueva contraseña').fill('clave-de-elena');
  await owner.getByLabel('Confirmar contraseña').fill('clave-de-elena');
  await owner.getByRole('button', { name: 'Activar mi cuenta' }).click();
  await expect(owner).toHaveURL(/\/dashboard$/);
  await context.close();
});

test('UI-01 the buttons of a customer have their words in one line, beside each other', async ({
  openAs,
}) => {
  const page = await openAs('receptionist', '/dashboard/clientes?vista=cuentas', {
    viewport: { width: 1280, height: 800 },
  });
  const confirm = page.getByRole('button', { name: /^Confirmar RUT/ });
  const invite = page.getByRole('button', { name: /^Enlace de invitación/ });
  await expect(confirm.first()).toBeVisible();
  for (const width of [1280, 1200]) {
    await page.setViewportSize({ width, height: 800 });
    const heights = await confirm.or(invite).evaluateAll((all) => all.map((button) => button.scrollHeight));
    expect(Math.max(...heights)).toBeLessThan(40);
  }
});
