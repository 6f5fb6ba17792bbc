import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { withDatabase } from '../support/database.ts';
import { expect, PASSWORD, test } from '../support/fixtures.ts';
import { formerCustomer, somebody, takeIn } from '../support/people.ts';

test('PRIV-04 PRIV-05 PRIV-21 an admin sees the request, reviews the data to be removed, also when it changes, and anonymises', async ({
  openAs,
  shop,
}) => {
  const person = await formerCustomer(shop, 'Elsa Supresión Vera');
  const own = await openAs(person, '/perfil');
  await own.getByRole('button', { name: 'Eliminar mis datos' }).click();
  await own.getByLabel('Tu contraseña, por seguridad').fill(PASSWORD);
  await own.getByRole('alertdialog').getByRole('button', { name: 'Eliminar mis datos' }).click();
  await expect(own.getByText(/Te respondemos a más tardar/)).toBeVisible();

  const page = await openAs('admin', '/dashboard/clientes?vista=privacidad');
  const row = page.getByRole('row').filter({ hasText: person.email });
  await expect(row).toContainText('Por responder');
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
  await row.getByRole('button', { name: /^Anonimizar/ }).click();
  const dialog = page.getByRole('alertdialog', { name: '¿Anonimizar a Elsa Supresión Vera?' });
  await expect(dialog).toContainText(`Se elimina la cuenta ${person.email}`);
  await withDatabase(
    shop,
    (sql) => sql`update service_orders set final_payment = 0, total_amount = 7777
      where customer_name = ${person.fullName} and status = 'delivered'`,
  );
  await dialog.getByRole('button', { name: 'Anonimizar para siempre' }).click();
  await expect(dialog).toContainText('cambiaron mientras los revisabas y no se borró nada');
  await expect(dialog).toContainText('Este cliente debe $7.777');
  await dialog.getByRole('button', { name: 'Anonimizar para siempre' }).click();
  await expect(page.getByText('Cliente anonimizado.')).toBeVisible();
  await expect(page.getByText(person.email)).toHaveCount(0);
  const left = await withDatabase(
    shop,
    (sql) => sql`select from service_orders where customer_name = ${person.fullName}`,
  );
  expect(left).toHaveLength(0);
});

test('PRIV-06 an open order is named instead of anonymising, also without an account', async ({
  openAs,
  shop,
}) => {
  const person = somebody({ fullName: 'Iván Abierto Pinto' });
  const order = await takeIn(shop, person);
  const page = await openAs('admin', '/dashboard/clientes?vista=privacidad');
  await page.getByRole('searchbox', { name: 'RUT o teléfono del cliente' }).fill(person.rut);
  await expect(page.getByText('Iván Abierto Pinto')).toBeVisible();
  await page.getByRole('button', { name: 'Anonimizar...' }).click();
  await expect(page.getByRole('dialog')).toContainText(`#${String(order.order_number).padStart(6, '0')}`);
});

test('PRIV-08 an admin sees each retention period, with a link to change it @exhaustive', async ({
  openAs,
}) => {
  const page = await openAs('admin', '/dashboard/clientes?vista=privacidad');
  const terms = page.getByRole('region', { name: 'Por cuánto tiempo se guarda' });
  await expect(terms).toContainText(/Textos de mensajes y avisos\s*365 días/);
  await terms.getByRole('link', { name: 'Cambiar los plazos en Ajustes' }).click();
  await expect(page.getByLabel('Mensajes y avisos')).toHaveValue('365');
});

test('PRIV-10 an admin reads who looked at whose data, and nobody else is offered it @exhaustive', async ({
  openAs,
  shop,
}) => {
  const person = somebody({ fullName: 'Nadia Mirada Soto' });
  const order = await takeIn(shop, person);
  const desk = await openAs('technician', `/dashboard/orders/view/${order.id}`);
  await expect(desk.getByText('Nadia Mirada Soto').first()).toBeVisible();
  await desk.goto('/activity-logs');
  await expect(desk.getByLabel('Acción')).not.toContainText('Consultas de datos personales');
  const page = await openAs('admin', '/dashboard/logs');
  await page.getByLabel('Acción').selectOption('Consultas de datos personales');
  const row = page.getByRole('row').filter({ hasText: 'Nadia Mirada Soto' }).filter({ hasText: 'Técnico' });
  await expect(row).toHaveCount(1);
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
});
