/** A stocktake with a scanner, which is a keyboard that ends with Enter, on a phone that loses its connection. */
import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { settled } from '../support/screen-faults.ts';

test('PART-30 PART-33 pieces are scanned, also without a connection; the difference gets a reason and changes the stock', async ({
  openAs,
  shop,
}) => {
  const [item] = await withDatabase(
    shop,
    (sql) => sql<{ code: string; id: string }[]>`
      with type as (
        insert into component_types (name) values ('Altavoz contado') returning id
      ), item as (
        insert into inventory (brand, model, quantity, cost_price, component_type_id, supplier_id)
        select 'Samsung', 'Galaxy A15 con un nombre bastante largo', 5, 12000, type.id,
          (select id from suppliers limit 1) from type
        returning id, item_number, brand, model, cost_price
      ), moved as (
        insert into inventory_movements (item_id, kind, delta, quantity_after, unit_cost, brand, model, created_at)
        select id, 'added', 5, 5, cost_price, brand, model, now() - interval '1 hour' from item
      )
      select id, private.item_code(item_number) as code from item`,
  );
  if (!item) throw new Error('No item');
  const page = await openAs('technician', '/dashboard/inventario/conteos');
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page, 'resized');
  await page.getByRole('button', { name: 'Empezar conteo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Empezar conteo' });
  await dialog.getByLabel('Tipo').selectOption({ label: 'Altavoz contado' });
  await dialog.getByRole('button', { name: 'Empezar' }).click();
  await expect(page.getByRole('heading', { name: 'Conteo de Altavoz contado' })).toBeVisible();

  const field = page.getByLabel('Código');
  const scan = async (code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };
  await field.click();
  await scan(item.code);
  await expect(page.getByRole('status').filter({ hasText: 'Galaxy A15' })).toContainText(': 1');
  await page.context().setOffline(true);
  await scan(item.code);
  await scan(item.code.replace('-', "'").toLowerCase());
  await expect(page.getByText(/2 lecturas (están guardadas|por enviar)/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('status').filter({ hasText: 'Galaxy A15' })).toContainText(': 3');
  await scan('INV-9999999');
  await expect(page.getByText('no es de ningún producto.')).toBeVisible();
  await page.getByRole('button', { name: 'Entendido' }).click();
  await page.getByRole('button', { name: 'Sumar 1 a Samsung Galaxy A15' }).click();
  await expect(page.getByText('1 producto, 4 piezas')).toBeVisible();
  expect(await sidewaysOverflow(page)).toBe(0);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Terminar conteo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Terminar conteo' }).click();
  await page.getByRole('button', { name: /^Dar motivo de Samsung Galaxy A15/ }).click();
  const reason = page.getByRole('dialog', { name: 'Motivo de la diferencia' });
  await reason.getByRole('button', { name: 'Guardar motivo' }).click();
  await expect(reason.getByText('Elige el motivo.')).toBeVisible();
  await reason.getByLabel('Se rompió').check();
  await reason.getByRole('button', { name: 'Guardar motivo' }).click();
  await expect(reason).toBeHidden();
  await page.getByRole('button', { name: 'Cerrar conteo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar conteo' }).click();
  await expect(page.getByText('Conteo cerrado.')).toBeVisible();
  await expect
    .poll(() => withDatabase(shop, (sql) => sql`select quantity from inventory where id = ${item.id}`))
    .toMatchObject([{ quantity: 4 }]);
});
