/** 'Ajustes', 'Datos y límites': the installation's address, retention periods and sessions. */
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';

const DATA = '/dashboard/ajustes/data';

test.afterEach(({ shop }) =>
  withDatabase(shop, (sql) => sql`delete from notifications where message = 'Rosa respondió hace meses'`),
);

test('CFG-43 CFG-44 PRIV-01 PRIV-08 a shorter period is saved after a press that says what it deletes; the public page says it', async ({
  openAs,
  shop,
  page: visitor,
}) => {
  await withDatabase(
    shop,
    (sql) => sql`insert into notifications (type, message, created_at)
      values ('customer_reply', 'Rosa respondió hace meses', now() - interval '300 days')`,
  );
  // On a phone the button is far from the end of the form.
  const page = await openAs('admin', DATA, { viewport: { width: 390, height: 700 } });
  const days = page.getByLabel('Mensajes y avisos');
  const save = page.getByRole('button', { name: 'Guardar' });
  await expect(days).toHaveAccessibleDescription(/Entre 30 y 3\.650\. Al comienzo: 365\./);
  await days.fill('3');
  await save.click();
  await expect(days).toHaveAccessibleDescription(/Entre 30 y 3\.650\./);
  await expect(days).toHaveAttribute('aria-invalid', 'true');
  await days.fill('290');
  await save.click();
  const warning = page.getByRole('alert').filter({ hasText: 'no se pueden recuperar' });
  await expect(warning).toContainText(/Se borrarán? [1-9][\d.]* textos? de mensajes?/);
  await expect(warning).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Ajustes guardados.', { exact: true })).toHaveCount(0);
  const stored = () =>
    withDatabase(
      shop,
      async (sql) =>
        (await sql`select value ->> 'message_days' as days from setting_sections where section = 'data'`)[0]
          ?.days as string,
    );
  await expect.poll(() => stored()).toBe('365');
  await save.click();
  await expect(page.getByText('Ajustes guardados.', { exact: true })).toBeVisible();
  await expect(warning).toHaveCount(0);
  await expect.poll(() => stored()).toBe('290');
  const newest = page.getByRole('region', { name: 'Historial' }).getByRole('row').nth(1);
  await expect(newest).toContainText(/Mensajes y avisos.*365.*290/s);
  await visitor.goto('/privacidad');
  await expect(visitor.getByRole('main')).toContainText('Hasta cuándo: 290 días.');
  // A longer one asks nothing.
  await days.fill('400');
  await save.click();
  await expect(newest).toContainText(/290.*400/s);
});

test('CFG-43 an invalid address is reported at its field, and nothing is lost @exhaustive', async ({
  openAs,
}) => {
  const page = await openAs('admin', DATA);
  const address = page.getByLabel('Dirección del sitio en los mensajes');
  await expect(address).toHaveAccessibleDescription(/enlace del presupuesto/);
  await address.fill('https://taller.example/ruta');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/terminar con el dominio/);
  await expect(address).toHaveValue('https://taller.example/ruta');
});
