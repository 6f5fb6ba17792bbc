/** 'Ajustes': the shop's own settings, for admins. */
import { readFile } from 'node:fs/promises';
import { DEMO_SETTINGS } from '../../supabase/seed/demo-settings.ts';
import { axeFindings, largeTextOverflow } from '../support/axe.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { saveSettings } from '../support/save-settings.ts';

const SETTINGS = '/dashboard/ajustes';

test('CFG-30 CFG-31 CFG-33 an admin corrects errors at their fields, saves the shop, sees who changed what, and undoes it', async ({
  openAs,
}) => {
  const page = await openAs('admin', '/dashboard');
  await page.getByRole('link', { name: 'Ajustes', exact: true }).click();
  await expect(page).toHaveURL(SETTINGS);
  const name = page.getByLabel('Nombre corto');
  await expect(name).toHaveValue('Barlovento');
  await expect(page.getByLabel('WhatsApp (opcional)')).toHaveValue('+56 9 5550 1420');
  await name.fill('Taller Ñandú');
  const map = page.getByLabel('Enlace al mapa (opcional)');
  await map.fill('javascript:alert(1)');
  const place = page.getByLabel('Coordenadas (opcional)');
  await place.fill('al lado de la plaza');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(place).toBeFocused();
  await expect(place).toHaveAccessibleDescription(/Escribe latitud y longitud/);
  await expect(map).toHaveAccessibleDescription(/Debe ser una dirección completa que comience con https/);
  await expect(name).toHaveValue('Taller Ñandú');
  await map.fill('https://maps.example/taller');
  await place.fill('-33.05, -71.62');
  await place.press('Control+Enter');
  await expect(page.getByText('Ajustes guardados.', { exact: true })).toBeVisible();
  const history = page.getByRole('region', { name: 'Historial' });
  const newest = history.getByRole('row').nth(1);
  await expect(newest).toContainText(/Nombre corto.*Barlovento.*Taller Ñandú/s);
  await expect(newest).toContainText(/Coordenadas.*-33.0463 · -71.6196.*-33.05 · -71.62/s);
  await newest.getByRole('button', { name: /^Deshacer el cambio de/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByText('Cambio deshecho.')).toBeVisible();
  await expect(name).toHaveValue('Barlovento');
  await expect(place).toHaveValue('-33.0463, -71.6196');
  await expect(history.getByRole('row').nth(1)).toContainText('Deshizo un cambio anterior');
});

test('CFG-22 CFG-31 a value that only the server refuses is reported at its field, and no input is lost', async ({
  openAs,
}) => {
  const page = await openAs('admin', SETTINGS);
  const name = page.getByLabel('Nombre corto');
  await name.fill('Otro nombre');
  // A page of another version, which sends what the server does not take.
  await page.route('**/functions/v1/save-settings', (route) => {
    const body = route.request().postDataJSON() as { value: object };
    return route.continue({ postData: JSON.stringify({ ...body, value: { ...body.value, name: '' } }) });
  });
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(name).toHaveAccessibleDescription(/Escribe algo aquí\./);
  await expect(page.getByText('En «shop.name»: Escribe algo aquí.')).toBeVisible();
  await expect(name).toHaveValue('Otro nombre');
});

test('CFG-31 items of lists are added, sorted and removed by keyboard, and overlapping hours are reported at their field @exhaustive', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('admin', `${SETTINGS}/hours`);
  await page.getByRole('button', { name: 'Agregar tramo: Lunes' }).press('Enter');
  const second = page.getByRole('group', { name: 'Tramo 2 de Lunes' });
  await second.getByLabel('Abre').fill('18:00');
  await second.getByLabel('Cierra').fill('20:00');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(second.getByLabel('Abre')).toHaveAccessibleDescription(/antes de que termine el anterior/);
  await second.getByLabel('Abre').fill('19:30');
  await page.getByRole('button', { name: 'Quitar Tramo 1 de Sábado' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Agregar tramo: Sábado' })).toBeFocused();
  await saveSettings(page);
  await page.getByRole('link', { name: 'Condiciones' }).click();
  await page.getByRole('button', { name: 'Bajar Condición 1 de Condiciones' }).press('Enter');
  await saveSettings(page);
  await withDatabase(shop, async (sql) => {
    const [hours] = await sql`select value -> 'week' as week from setting_sections where section = 'hours'`;
    expect(hours?.week[1]).toEqual([
      { open: '09:30', close: '19:00' },
      { open: '19:30', close: '20:00' },
    ]);
    expect(hours?.week[6]).toEqual([]);
    const [terms] = await sql`select value -> 'items' as items from setting_sections where section = 'terms'`;
    const [first, other, ...rest] = DEMO_SETTINGS.terms.items;
    expect(terms?.items).toEqual([other, first, ...rest]);
  });
});

test('CFG-32 two admins save at once: other fields are put together, a field of both is chosen, also after a reload', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('admin', SETTINGS);
  await page.getByLabel('Nombre corto').fill('Mi nombre');
  await page.getByLabel('Lema (opcional)').fill('Mi lema');
  await withDatabase(shop, async (sql) => {
    const theirs = { ...DEMO_SETTINGS.shop, name: 'Su nombre', email: 'otro@taller.test' };
    await sql`update setting_sections set value = ${JSON.stringify(theirs)}::text::jsonb where section = 'shop'`;
  });
  await page.reload();
  await expect(page.getByLabel('Nombre corto')).toHaveValue('Mi nombre');
  await page.getByRole('button', { name: 'Guardar' }).click();
  const told = page.getByRole('alert').filter({ hasText: 'guardó esta sección mientras la editabas' });
  await expect(told).toContainText(/Nombre corto.*Mi nombre.*Su nombre/s);
  await expect(page.getByLabel('Correo electrónico (opcional)')).toHaveValue('otro@taller.test');
  await expect(page.getByLabel('Lema (opcional)')).toHaveValue('Mi lema');
  await told.getByRole('button', { name: 'Usar este: lo de la otra persona en Nombre corto' }).click();
  await expect(page.getByLabel('Nombre corto')).toHaveValue('Su nombre');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Ajustes guardados.', { exact: true })).toBeVisible();
  await withDatabase(shop, async (sql) => {
    const [row] = await sql`select value from setting_sections where section = 'shop'`;
    expect(row?.value).toEqual({
      ...DEMO_SETTINGS.shop,
      name: 'Su nombre',
      email: 'otro@taller.test',
      tagline: 'Mi lema',
    });
  });
});

test('CFG-31 rows that were added to a list are there after a reload @exhaustive', async ({ openAs }) => {
  const page = await openAs('admin', `${SETTINGS}/landing`);
  await page.getByRole('button', { name: 'Agregar razón: Razones' }).click();
  const row = page.getByRole('group', { name: 'Razón 5 de Razones' });
  await row.getByLabel('Título').fill('Una razón más');
  await row.getByLabel('Texto').fill('Porque sí.');
  await page.reload();
  await expect(row.getByLabel('Título')).toHaveValue('Una razón más');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Ajustes guardados.', { exact: true })).toBeVisible();
});

test('CFG-34 settings are imported from another shop’s file, after a preview of the changes', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('admin', `${SETTINGS}/archivo`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar ajustes' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  const chooser = page.getByLabel('Archivo de ajustes');
  const choose = (content: string) =>
    chooser.setInputFiles({
      name: 'ajustes.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    });
  await choose(text);
  await expect(page.getByText('No hay nada que cambiar')).toBeVisible();
  await choose('{"hola": 1}');
  await expect(chooser).toHaveAccessibleDescription(/no es de ajustes/);
  const file = JSON.parse(text) as { secciones: Record<string, Record<string, unknown>> };
  file.secciones.terms = { items: ['De otra tienda'] };
  file.secciones.shop = { ...file.secciones.shop, mapUrl: 'javascript:alert(1)' };
  await choose(JSON.stringify(file));
  await expect(page.getByRole('alert')).toContainText(
    /Tienda · Enlace al mapa: Debe ser una dirección completa/,
  );
  const terms = page.getByRole('region', { name: 'Condiciones', exact: true });
  await expect(terms).toContainText(/Antes.*40 días.*Después.*De otra tienda/s);
  await page.getByRole('button', { name: 'Cambiar una sección' }).click();
  await expect(page.getByText('Ajustes importados.')).toBeVisible();
  await withDatabase(shop, async (sql) => {
    const rows = await sql`select section, value from setting_sections where section in ('terms', 'shop')`;
    expect(Object.fromEntries(rows.map(({ section, value }) => [section, value]))).toEqual({
      terms: { items: ['De otra tienda'] },
      shop: DEMO_SETTINGS.shop,
    });
  });
});

test('CFG-30 every section is accessible and fits a phone and a desk, with names as long as they may be @exhaustive', async ({
  openAs,
  shop,
}) => {
  await withDatabase(shop, async (sql) => {
    const long = {
      ...DEMO_SETTINGS.shop,
      name: 'N'.repeat(60),
      fullName: `Taller ${'muy '.repeat(25)}largo`,
    };
    await sql`update setting_sections set value = ${JSON.stringify(long)}::text::jsonb where section = 'shop'`;
  });
  const page = await openAs('admin', SETTINGS);
  const tabs = page.getByRole('navigation', { name: 'Secciones de los ajustes' });
  for (const section of [
    'Tienda',
    'Horario de atención',
    'Servicios',
    'Condiciones',
    'Página de inicio',
    'Recepción',
    'Datos y límites',
    'Exportar e importar',
  ]) {
    await tabs.getByText(section).click();
    const told = section === 'Exportar e importar' ? 'Exportar' : section;
    await expect(page.getByRole('region', { name: told, exact: true })).toBeVisible();
    if (told === section)
      await expect(page.getByRole('region', { name: 'Historial' }).getByRole('row').nth(1)).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      // Less than 0 by the place that the page keeps for a scrollbar.
      expect(over, `${section} at ${width} px`).toBeLessThanOrEqual(0);
    }
    expect(await largeTextOverflow(page), `${section} with text of 200 %`).toBe(0);
  }
});

test('CFG-42 a holiday is opened with the hours of its weekday by a button, and the field to change them has the focus', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('admin', `${SETTINGS}/hours`);
  await page.getByRole('button', { name: /^Ver los \d+ feriados$/ }).click();
  const christmas = page
    .getByRole('list', { name: 'Próximos feriados' })
    .getByRole('listitem')
    .filter({ hasText: 'Navidad' });
  await christmas
    .getByRole('button', { name: /^Abrir este feriado: Navidad, \w+ 25 de diciembre de/ })
    .click();
  const days = page.getByRole('group', { name: 'Días 1 de Días especiales' });
  await expect(days.getByLabel('Abre')).toBeFocused();
  await expect(days.getByLabel('Motivo')).toHaveValue('Navidad');
  await expect(christmas).toContainText('con su propio horario');
  await expect(christmas.getByRole('button')).toHaveCount(0);
  await days.getByLabel('Cierra').fill('13:00');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Ajustes guardados.', { exact: true })).toBeVisible();
  await withDatabase(shop, async (sql) => {
    const [row] =
      await sql`select value -> 'specialDays' as days from setting_sections where section = 'hours'`;
    const day = expect.stringMatching(/^\d{4}-12-25$/) as unknown;
    const closes = [expect.objectContaining({ close: '13:00' })];
    expect(row?.days).toEqual([{ from: day, to: day, reason: 'Navidad', hours: closes }]);
  });
  await page.getByLabel('Cerrado los feriados').uncheck();
  await expect(christmas).toHaveCount(0);
});
