/** The network is cut in every manner in each form of this remote (DATA-37). */
import { cutInEveryManner } from '../support/cut-network.ts';
import { orderIn, withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { addForm, find, PATH } from '../support/inventory.ts';

test('DATA-37 forms of inventory and screen orders: nothing is lost, and there is one', async ({
  openAs,
  shop,
}) => {
  const count = (text: string) => () =>
    withDatabase(shop, async (sql) =>
      Number((await sql.unsafe(`select count(*)::int as n from ${text}`))[0]?.n),
    );
  const order = await orderIn(shop, 'in_progress');
  const page = await openAs('technician', PATH);
  const dialog = (name: string) => page.getByRole('dialog', { name });

  await page.getByRole('button', { name: 'Agregar proveedor' }).click();
  await dialog('Agregar proveedor').getByLabel('Nombre').fill('Repuestos Cortados');
  await cutInEveryManner(page, {
    form: 'mfe-inventory/src/features/inventory/catalog-dialog.tsx',
    scope: dialog('Agregar proveedor'),
    submit: dialog('Agregar proveedor').getByRole('button', { name: 'Agregar' }),
    request: { method: 'POST', path: '/rest/v1/suppliers' },
    typed: [dialog('Agregar proveedor').getByLabel('Nombre'), 'Repuestos Cortados'],
    count: count(`public.suppliers where name = 'Repuestos Cortados'`),
  });

  const add = addForm(page);
  for (const [label, value] of [
    ['Marca', 'Samsung'],
    ['Modelo', 'Red Cortada'],
    ['Cantidad', '9'],
    ['Precio Cliente', '44990'],
  ] as const)
    await add.getByLabel(label).fill(value);
  await add.getByLabel('Tipo').selectOption({ index: 1 });
  await add.getByLabel('Proveedor').selectOption({ index: 1 });
  await cutInEveryManner(page, {
    form: 'mfe-inventory/src/features/inventory/add-item-form.tsx',
    scope: add,
    submit: add.getByRole('button', { name: 'Agregar Producto' }),
    request: { method: 'POST', path: '/rest/v1/inventory' },
    typed: [add.getByLabel('Modelo'), 'Red Cortada'],
    count: count(`public.inventory where model = 'Red Cortada'`),
  });

  await find(page, 'Red Cortada');
  await page.getByRole('button', { name: 'Editar Samsung Red Cortada' }).click();
  const edit = dialog('Editar producto');
  await edit.getByLabel('Stock mínimo').fill('3');
  await cutInEveryManner(page, {
    form: 'mfe-inventory/src/features/inventory/edit-dialog.tsx',
    scope: edit,
    submit: edit.getByRole('button', { name: 'Guardar' }),
    request: { method: 'PATCH', path: '/rest/v1/inventory' },
    typed: [edit.getByLabel('Stock mínimo'), '3'],
    count: count(`public.inventory_movements where model = 'Red Cortada' and kind = 'edited'`),
  });

  await page.getByRole('button', { name: 'Dar de baja Samsung Red Cortada' }).click();
  const off = dialog('Dar de baja');
  await off.getByLabel('Cantidad').fill('2');
  await off.getByLabel('Número de orden de servicio').fill(String(order.order_number));
  await cutInEveryManner(page, {
    form: 'mfe-inventory/src/features/inventory/write-off-dialog.tsx',
    scope: off,
    submit: off.getByRole('button', { name: 'Dar de baja' }),
    request: { method: 'POST', path: '/rest/v1/rpc/write_off_inventory' },
    typed: [off.getByLabel('Cantidad'), '2'],
    count: count(`public.inventory_movements where model = 'Red Cortada' and kind = 'written_off'`),
  });
  expect(await count(`public.inventory where model = 'Red Cortada' and quantity = 7`)()).toBe(1);

  await page.goto('/pedido-pantallas');
  const buy = page.locator('form', { has: page.getByRole('button', { name: 'Agregar Pedido' }) });
  for (const [label, value] of [
    ['Modelo', 'Pantalla Cortada'],
    ['Número de orden', 'FM-77'],
    ['Precio de costo', '21500'],
    ['Cantidad', '4'],
  ] as const)
    await buy.getByLabel(label).fill(value);
  await buy.getByLabel('Proveedor').selectOption('FullMobile');
  await cutInEveryManner(page, {
    form: 'mfe-inventory/src/features/screen-orders/add-screen-order-form.tsx',
    scope: buy,
    submit: buy.getByRole('button', { name: 'Agregar Pedido' }),
    request: { method: 'POST', path: '/rest/v1/pedidos_pantallas' },
    typed: [buy.getByLabel('Número de orden'), 'FM-77'],
    count: count(`public.pedidos_pantallas where modelo = 'Pantalla Cortada'`),
  });

  await page.getByRole('button', { name: 'Recibir Pantalla Cortada' }).first().click();
  const receive = dialog('Recibir en el inventario');
  await receive.getByLabel('Crear un producto nuevo').check();
  await receive.getByLabel('Marca').fill('Apple');
  await receive.getByLabel('Modelo').fill('Pieza Cortada');
  await receive.getByLabel('Tipo').selectOption({ index: 1 });
  await cutInEveryManner(page, {
    form: 'mfe-inventory/src/features/screen-orders/receive-dialog.tsx',
    scope: receive,
    submit: receive.getByRole('button', { name: 'Recibir' }),
    request: { method: 'POST', path: '/rest/v1/rpc/receive_screen_order' },
    typed: [receive.getByLabel('Modelo'), 'Pieza Cortada'],
    count: count(`public.inventory_movements where model = 'Pieza Cortada' and kind = 'received'`),
  });
});
