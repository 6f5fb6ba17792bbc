/** The parts that all orders ask for, with long names, on a phone and a wide screen (PART-11, PART-45). */
import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { layoutFaults, settled } from '../support/screen-faults.ts';

const LONG = 'Pantalla original con marco y adhesivos para Samsung Galaxy S24 Ultra 5G';

test('PART-11 PART-45 thirty parts are filtered, two of them ordered together, and they arrive', async ({
  openAs,
  shop,
}) => {
  const stateOf = () =>
    withDatabase(shop, async (sql) =>
      (
        await sql<{ state: string }[]>`
            select state from private.requested_parts where description in ('Primera', 'Segunda') order by description`
      ).map(({ state }) => state),
    );
  await withDatabase(
    shop,
    (sql) => sql`
      with chosen as (
        select id from service_orders where status = 'in_progress' order by order_number limit 1
      ), supplier as (
        insert into suppliers (name) values ('Importadora y Distribuidora de Repuestos del Sur Limitada') returning id
      ), part as (
        insert into private.requested_parts (order_id, description, quantity, state, supplier_id, expected_on, created_at)
        select chosen.id, case n when 1 then 'Primera' when 2 then 'Segunda' else ${LONG} || ' ' || n end,
          1 + n % 2, case when n < 15 then 'requested' else 'ordered' end,
          case when n >= 15 then supplier.id end, case when n >= 15 then date '2020-01-02' + n end,
          timestamptz '2020-01-01' + n * interval '1 minute'
        from chosen, supplier, generate_series(1, 30) as n returning id, state
      )
      insert into private.part_steps (part_id, became) select id, state from part`,
  );
  const page = await openAs('technician', '/dashboard/pedidos');
  await page.getByRole('link', { name: 'Repuestos de órdenes' }).click();
  const list = page.getByRole('table', { name: 'Repuestos de órdenes' });
  await expect(list.getByText(/^Debía llegar el/).first()).toBeVisible();
  // Late parts have the widest text: it neither scrolls the list sideways nor covers its neighbours.
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page, 'resized');
    expect(await list.evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0);
    expect(await layoutFaults(page)).toEqual([]);
  }
  await page.getByLabel('Qué ver').selectOption({ label: 'Por pedir' });
  await expect(list.getByText(/Atrasado/)).toHaveCount(0);
  await list.getByRole('checkbox', { name: /Primera/ }).check();
  await list.getByRole('checkbox', { name: /Segunda/ }).check();
  for (const [width, height] of [
    [390, 844],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await settled(page, 'resized');
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Pedir', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Pedir 2 repuestos' });
  await dialog.getByLabel('Proveedor').fill('Repuestos Nuevos');
  await dialog.getByLabel(/Costo por unidad: 2 × Primera/).fill('12000');
  await dialog.getByRole('button', { name: 'Anotar el pedido' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(stateOf).toEqual(['ordered', 'ordered']);
  await page.getByLabel('Qué ver').selectOption({ label: 'Pedidos' });
  await page.getByLabel('Proveedor').selectOption({ label: 'Repuestos Nuevos' });
  await list.getByRole('checkbox', { name: /Primera/ }).check();
  await list.getByRole('checkbox', { name: /Segunda/ }).check();
  await page.getByRole('button', { name: 'Llegaron' }).click();
  await expect.poll(stateOf).toEqual(['arrived', 'arrived']);
});
