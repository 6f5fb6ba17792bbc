/** The customer's card at the counter, on a phone (CARD-02, CARD-03, CARD-07). */
import { randomUUID } from 'node:crypto';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { newOrder } from '../support/orders.ts';
import { somebody } from '../support/people.ts';
import { layoutFaults, settled } from '../support/screen-faults.ts';

const NAME = 'Constructora e Inmobiliaria Los Almendros de la Quebrada Limitada';

test('CARD-07 CARD-03 reception keeps a company’s contact, finds it by that phone, and takes one payment for two orders', async ({
  openAs,
  shop,
}) => {
  const ids = [randomUUID(), randomUUID()];
  const { rut } = somebody();
  await withDatabase(shop, async (sql) => {
    for (const id of ids)
      await sql`
        insert into service_orders (id, customer_name, customer_phone, customer_rut, equipment_type, equipment_brand,
          equipment_model, status, quote, total_amount, customer_reference)
        values (${id}, ${NAME}, '+56 2 2345 9876', ${rut}, 'laptop', 'Lenovo', 'ThinkPad E14', 'completed', 25000,
          25000, 'OC-2026-118')`;
  });
  const page = await openAs('receptionist', `/dashboard/clientes/${ids[0]}`, {
    viewport: { width: 390, height: 844 },
  });
  await page.getByRole('button', { name: 'Editar ficha' }).click();
  const card = page.getByRole('dialog', { name: 'Editar ficha' });
  await card.getByLabel('Razón social').fill(NAME);
  await card.getByLabel('Notas').fill('Paga a 30 días, pedir la orden de compra');
  await card.getByRole('button', { name: 'Guardar ficha' }).click();
  await expect(card).toBeHidden();
  await page.getByRole('button', { name: 'Agregar contacto' }).click();
  const contact = page.getByRole('dialog', { name: 'Agregar contacto' });
  await contact.getByLabel('Nombre').fill('Rosa Compras');
  await contact.getByLabel('Teléfono').fill('+56 9 8444 7788');
  await contact.getByRole('button', { name: 'Guardar contacto' }).click();
  await expect(contact).toBeHidden();
  await expect(page.getByRole('list', { name: 'Personas de contacto' })).toContainText('Rosa Compras');

  await page.goto('/dashboard/clientes?buscar=9%208444%207788');
  await page.getByRole('link', { name: NAME }).click();
  await expect(page.getByRole('list', { name: 'Personas de contacto' })).toContainText('Rosa Compras');
  await settled(page);
  expect(await layoutFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Registrar pago' }).click();
  const payment = page.getByRole('dialog', { name: 'Registrar un pago' });
  await expect(payment).toContainText('Total: $50.000 por 2 órdenes');
  await payment.getByLabel('Medio de pago').selectOption('transfer');
  await payment.getByLabel('Referencia').fill('T-5520');
  await payment.getByRole('button', { name: 'Registrar pago' }).click();
  await expect(payment).toBeHidden();
  await expect(page.getByRole('region', { name: 'Órdenes' })).toContainText('No debe nada.');
  const payments = () =>
    withDatabase(shop, async (sql) => {
      const [paid] = await sql`
        select count(distinct s.payment_id) as payments, sum(s.amount) as amount from private.payment_shares s
        where s.order_id = any (${ids})`;
      return [Number(paid?.payments), Number(paid?.amount)];
    });
  await expect.poll(payments).toEqual([1, 50_000]);
});

test('REC-16 reception takes in a company’s devices from its contact, who is found by phone or chosen', async ({
  openAs,
  shop,
}) => {
  const { rut, phone } = somebody();
  const { id } = await newOrder(shop, {
    customer_name: NAME,
    customer_rut: rut,
    customer_phone: '+56 2 2345 9876',
  });
  await withDatabase(shop, async (sql) => {
    await sql`insert into private.customer_cards (rut, is_company) values (${rut}, true)`;
    await sql`insert into customer_contacts (rut, name, role, phone) values
      (${rut}, 'Rosa Compras', 'Encargada de adquisiciones y bodega', ${phone}), (${rut}, 'Hugo Bodega', '', '')`;
  });
  const page = await openAs('receptionist', '/dashboard');
  const search = page.getByLabel('Buscar cliente o equipo');
  const brings = page.getByLabel(/^Quién lo trae/);
  const describe = async (model: string) => {
    for (const [label, text] of Object.entries({
      Marca: 'Lenovo',
      Modelo: model,
      'Estado en que llega': 'Sin golpes',
      Problema: 'No enciende',
      'Trabajo a realizar': 'Diagnóstico',
    }))
      await page.getByLabel(label, { exact: true }).fill(text);
  };
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  await search.fill(phone.replace('+56 ', ''));
  await search.press('Enter');
  await expect(brings.getByRole('option', { selected: true })).toHaveText(/^Rosa Compras/);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await brings.scrollIntoViewIfNeeded();
    expect(await layoutFaults(page)).toEqual([]);
  }
  await describe('ThinkPad T14');
  await page.getByLabel(/^Trae otro equipo/).check();
  await page.getByRole('button', { name: 'Crear orden' }).click();
  await expect(page.getByText(/Va en la misma visita/)).toBeVisible();
  await expect(brings.getByRole('option', { selected: true })).toHaveText(/^Rosa Compras/);
  await brings.selectOption('Hugo Bodega');
  await describe('ThinkPad E14');
  await page.getByRole('button', { name: 'Crear orden' }).click();
  await page.getByRole('link', { name: 'Ver orden' }).click();
  await expect(page.getByText('Hugo Bodega')).toBeVisible();
  const contacts = () =>
    withDatabase(shop, async (sql) =>
      (
        await sql`select c.name from service_orders o left join customer_contacts c on c.id = o.contact_id
          where o.customer_rut = ${rut} and o.id <> ${id} order by o.order_number`
      ).map(({ name }) => name as string | null),
    );
  expect(await contacts()).toEqual(['Rosa Compras', 'Hugo Bodega']);
});
