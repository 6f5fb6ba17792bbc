/** Ajustes while another admin saves: what they save is there without a reload (CFG-54). */
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';

const SETTINGS = '/dashboard/ajustes';

test('CFG-54 another admin’s change appears without a reload, and is shown beside unsaved input', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('admin', SETTINGS);
  const [name, tagline] = [page.getByLabel('Nombre corto'), page.getByLabel('Lema (opcional)')];
  await expect(name).toHaveValue('Barlovento');
  const saveElsewhere = (change: object) =>
    withDatabase(
      shop,
      (sql) => sql`update setting_sections set value = value || ${JSON.stringify(change)}::text::jsonb
        where section = 'shop'`,
    );
  await saveElsewhere({ name: 'Su nombre' });
  await expect(name).toHaveValue('Su nombre');
  await expect(page.getByRole('status').filter({ hasText: 'guardó esta sección' })).toHaveCount(0);
  await tagline.fill('Mi lema');
  await saveElsewhere({ name: 'Otro nombre' });
  await expect(page.getByRole('status').filter({ hasText: 'guardó esta sección' })).toBeVisible();
  await expect(tagline).toHaveValue('Mi lema');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(name).toHaveValue('Otro nombre');
  await expect(tagline).toHaveValue('Mi lema');
});
