/** Suggestions in the order form: texts, buttons, brands and models. */
import { axeFindings } from '../support/axe.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { columnsOf, fillOrderForm, newOrder, statusSelect } from '../support/orders.ts';

test('CFG-60 CFG-61 a text added in Ajustes is inserted into a new order with two keys, and removed with Ctrl+Z @exhaustive', async ({
  openAs,
  shop,
}) => {
  const settings = await openAs('admin', '/dashboard/ajustes/desk');
  const list = settings.getByRole('group', { name: 'Problema', exact: true });
  await list.getByText('Problema', { exact: true }).click();
  await settings.getByRole('button', { name: 'Agregar texto: Problema' }).click();
  const row = list.getByRole('group', { name: /^Texto \d+ de Problema$/ }).last();
  await row.getByRole('textbox', { name: 'Texto' }).fill('Ñandú: no suena el parlante');
  await row.getByLabel('Equipo').selectOption('Celular');
  await settings.getByRole('group', { name: 'Celular', exact: true }).getByText('Celular').first().click();
  const models = settings.getByRole('group', { name: 'Marca 1 de Celular' }).getByLabel(/^Modelos/);
  await models.fill('Galaxy A15\n\n Galaxy Z9 \nGalaxy a15');
  await settings.getByRole('button', { name: 'Guardar' }).click();
  await expect(settings.getByText('Ajustes guardados.', { exact: true })).toBeVisible();
  await expect(settings.getByRole('region', { name: 'Historial' }).getByRole('row').nth(1)).toContainText(
    'Ñandú: no suena el parlante · Celular · como botón',
  );
  const [saved] = await withDatabase(
    shop,
    (sql) =>
      sql`select value #> '{brands,smartphone,0,models}' as models from setting_sections where section = 'desk'`,
  );
  expect(saved?.models).toEqual(['Galaxy A15', 'Galaxy Z9']);

  const page = await openAs('receptionist', '/dashboard?nueva=1');
  const problem = page.getByLabel('Problema', { exact: true });
  await problem.fill('Desde ayer');
  await problem.press('End');
  await page.keyboard.type(' /ñan');
  await expect(page.getByRole('listbox', { name: 'Textos del taller' }).getByRole('option')).toHaveText([
    'Ñandú: no suena el parlante',
  ]);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(problem).toHaveValue('Desde ayer Ñandú: no suena el parlante');
  await page.keyboard.press('Control+z');
  await expect(problem).toHaveValue('Desde ayer /ñan');
  await page.keyboard.press('Control+Shift+z');
  await expect(problem).toHaveValue('Desde ayer Ñandú: no suena el parlante');
  await problem.press('End');
  await page.keyboard.type(' /');
  const offered = page.getByRole('listbox', { name: 'Textos del taller' });
  await expect(offered).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(offered).toHaveCount(0);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Backspace');
  const kept = (await problem.inputValue()).trim();
  await fillOrderForm(page, { 'Nombre completo': 'Con Textos', Problema: kept });
  await page.getByRole('button', { name: 'Crear orden' }).click();
  await expect(page.getByRole('dialog').getByText(/^Orden \d{6} creada$/)).toBeVisible();
  const [order] = await withDatabase(
    shop,
    (sql) => sql`select work_description from service_orders where customer_name = 'Con Textos'`,
  );
  expect(order?.work_description).toBe('Desde ayer Ñandú: no suena el parlante');
});

test('CFG-62 buttons add the usual faults and accessories of a kind of device and take them out, as large as a finger @exhaustive', async ({
  openAs,
}) => {
  const page = await openAs('receptionist', '/dashboard?nueva=1');
  await page.setViewportSize({ width: 390, height: 844 });
  const condition = page.getByLabel('Estado en que llega', { exact: true });
  await condition.fill('Rayas');
  const cover = page.getByRole('button', { name: 'Funda', exact: true });
  await cover.click();
  await page.getByRole('button', { name: 'Cargador', exact: true }).click();
  await expect(condition).toHaveValue('Rayas, Funda, Cargador');
  await expect(cover).toHaveAttribute('aria-pressed', 'true');
  await cover.click();
  await expect(condition).toHaveValue('Rayas, Cargador');
  await expect(cover).toHaveAttribute('aria-pressed', 'false');
  const heights = await page
    .getByRole('group', { name: 'Fallas frecuentes' })
    .getByRole('button')
    .evaluateAll((chips) => chips.map((chip) => chip.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  await page.getByLabel('Tipo de equipo').selectOption('Notebook');
  await expect(page.getByRole('button', { name: 'Bisagra rota' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Se mojó' })).toHaveCount(0);
  await expect(cover).toHaveCount(0);
});

test('CFG-61 notes of an order take the shop’s texts, with the button and a finger @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop);
  const page = await openAs('technician', `/dashboard/orders/view/${order.id}`);
  await page.getByRole('button', { name: 'Notas', exact: true }).click();
  await page.getByRole('button', { name: 'Textos', exact: true }).last().click();
  await page.getByRole('option', { name: 'Se llamó al cliente y no contestó.' }).click();
  await expect(page.getByRole('textbox', { name: 'Notas internas' })).toHaveValue(
    'Se llamó al cliente y no contestó.',
  );
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByText('Notas guardadas')).toBeVisible();
  await expect.poll(async () => (await columnsOf(shop, order.id)).notes).toBeNull();
});

test('CFG-61 CFG-62 the form opens without waiting for the settings, and moves nothing when they come', async ({
  openAs,
}) => {
  const page = await openAs('receptionist', '/dashboard');
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/setting_sections/, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/dashboard?nueva=1');
  const condition = page.getByLabel('Estado en que llega', { exact: true });
  const problem = page.getByLabel('Problema', { exact: true });
  await condition.fill('Rayas');
  await expect(page.getByRole('button', { name: 'Funda', exact: true })).toHaveCount(0);
  const places = async () => [await condition.boundingBox(), await problem.boundingBox()];
  const before = await places();
  answer();
  await expect(page.getByRole('button', { name: 'Funda', exact: true })).toBeVisible();
  expect(await places()).toEqual(before);
});

test('CFG-63 brand and model are suggested while they are typed, by keyboard and by finger, and anything else stays possible @exhaustive', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('receptionist', '/dashboard?nueva=1');
  const brand = page.getByRole('combobox', { name: 'Marca', exact: true });
  const model = page.getByRole('combobox', { name: 'Modelo', exact: true });
  const offered = page.getByRole('listbox', { name: 'Sugerencias' });
  await brand.press('m');
  await expect(offered.getByRole('option').first()).toHaveText('Motorola');
  expect(await axeFindings(page)).toEqual([]);
  await brand.press('ArrowDown');
  await brand.press('Enter');
  await expect(brand).toHaveValue('Motorola');
  await expect(offered).toHaveCount(0);
  await model.click();
  await offered.getByRole('option', { name: 'Moto G54' }).click();
  await expect(model).toHaveValue('Moto G54');
  await brand.fill('Marca Rara');
  await model.fill('Modelo propio');
  await expect(offered).toHaveCount(0);
  await page.getByLabel('Tipo de equipo').selectOption('Notebook');
  await brand.fill('');
  await brand.press('ArrowDown');
  await expect(offered.getByRole('option').first()).toHaveText('HP');
  await brand.press('Escape');
  await expect(page.getByRole('dialog')).toBeVisible();
  await withDatabase(
    shop,
    (sql) =>
      sql`update setting_sections set value = jsonb_set(value, '{brands,laptop}', '[]') where section = 'desk'`,
  );
  await page.reload();
  await brand.fill('');
  await brand.press('ArrowDown');
  await expect(offered.getByRole('option').first()).toBeVisible();
  const [most] = await withDatabase(
    shop,
    (sql) => sql`select equipment_brand from service_orders where equipment_type = 'laptop'
      group by 1 order by count(*) desc, 1 limit 1`,
  );
  await expect(offered.getByRole('option').first()).toHaveText(most?.equipment_brand as string);
});

test('CFG-64 a delivery begins with the days of its kind of device, which can be changed @exhaustive', async ({
  openAs,
  shop,
}) => {
  await withDatabase(
    shop,
    (sql) =>
      sql`update setting_sections set value = jsonb_set(value, '{warranty,laptop}', '45') where section = 'desk'`,
  );
  const order = await newOrder(shop, { status: 'completed', equipment_type: 'laptop' });
  const other = await newOrder(shop, { status: 'completed', equipment_type: 'tablet' });
  const page = await openAs('receptionist', `/dashboard/orders/view/${order.id}`);
  await statusSelect(page, order).selectOption('delivered');
  const days = page.getByLabel('Días de garantía');
  await expect(days).toHaveValue('45');
  await page.getByRole('button', { name: '30 días' }).click();
  await page.getByRole('button', { name: '45 días' }).click();
  await page.getByRole('radio', { name: 'Efectivo' }).check();
  await page.getByRole('button', { name: 'Entregar' }).click();
  await expect(page.getByText('Orden entregada')).toBeVisible();
  await expect.poll(() => columnsOf(shop, order.id)).toMatchObject({ warranty_days: 45 });
  await page.goto(`/dashboard/orders/view/${other.id}`);
  await statusSelect(page, other).selectOption('delivered');
  await expect(days).toHaveValue('');
  await expect(days).toHaveAttribute('placeholder', '90');
});
