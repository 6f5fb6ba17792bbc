/** Network failures in each form of this remote (DATA-37). */
import { expectCutsToLoseNothing, toastOf, type CutForms, type Stage } from '../support/cut-network.ts';
import { countRows, orderIn, withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { choose, find, openAddForm, PATH } from '../support/inventory.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

/** The inventory filtered to a product with a quantity of nine. */
async function openProduct({ openAs, shop }: Stage, model: string) {
  await withDatabase(
    shop,
    (sql) => sql`insert into inventory (brand, model, quantity, cost_price, component_type_id, supplier_id)
      values ('Samsung', ${model}, 9, 44990, (select id from component_types limit 1), (select id from suppliers limit 1))`,
  );
  const page = await openAs('technician', PATH);
  await find(page, model);
  return page;
}

/** The screen orders, filtered to one with a quantity of four. */
async function openScreenOrder({ openAs, shop }: Stage, model: string) {
  await withDatabase(
    shop,
    (
      sql,
    ) => sql`insert into pedidos_pantallas (modelo, numero_orden, fecha_compra, precio_costo, cantidad, proveedor)
      values (${model}, 'FM-79', now(), 20000, 4, 'FullMobile')`,
  );
  return openAs('technician', '/pedido-pantallas');
}

const FORMS: CutForms = {
  'mfe-inventory/src/features/inventory/catalog-dialog.tsx': async ({ openAs, shop }) => {
    const page = await openAs('technician', PATH);
    await openAddForm(page);
    await page.getByRole('button', { name: 'Agregar proveedor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Agregar proveedor' });
    const name = dialog.getByLabel('Nombre');
    await name.fill('Repuestos Cortados');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Agregar' }),
      request: { method: 'POST', path: '/rest/v1/suppliers' },
      typed: [name, 'Repuestos Cortados'],
      count: () => countRows(shop, (sql) => sql`suppliers where name = 'Repuestos Cortados'`),
      done: toastOf(page, 'Agregado.'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-inventory/src/features/inventory/add-item-form.tsx': async ({ openAs, shop }) => {
    const page = await openAs('technician', PATH);
    const form = await openAddForm(page);
    for (const [label, value] of [
      ['Marca', 'Samsung'],
      ['Modelo', 'Red Cortada'],
      ['Cantidad', '9'],
      ['Precio Cliente', '44990'],
    ] as const)
      await form.getByLabel(label).fill(value);
    await form.getByLabel('Tipo').selectOption({ index: 1 });
    await form.getByLabel('Proveedor').selectOption({ index: 1 });
    const supplier = await form.getByLabel('Proveedor').inputValue();
    return {
      page,
      scope: form,
      submit: form.getByRole('button', { name: 'Agregar Producto' }),
      request: { method: 'POST', path: '/rest/v1/inventory' },
      typed: [form.getByLabel('Modelo'), 'Red Cortada'],
      count: () => countRows(shop, (sql) => sql`inventory where model = 'Red Cortada'`),
      done: toastOf(page, 'Producto agregado.'),
      afterReload: () => expect(form.getByLabel('Proveedor')).toHaveValue(supplier),
    };
  },

  'mfe-inventory/src/features/inventory/edit-dialog.tsx': async (stage) => {
    const page = await openProduct(stage, 'Edición Cortada');
    await choose(page, 'Samsung Edición Cortada', 'Editar producto');
    const dialog = page.getByRole('dialog', { name: 'Editar producto' });
    const field = dialog.getByLabel('Stock mínimo');
    await field.fill('3');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Guardar' }),
      request: { method: 'PATCH', path: '/rest/v1/inventory' },
      typed: [field, '3'],
      count: () =>
        countRows(
          stage.shop,
          (sql) => sql`inventory_movements where model = 'Edición Cortada' and kind = 'edited'`,
        ),
      done: toastOf(page, 'Producto guardado.'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-inventory/src/features/inventory/write-off-dialog.tsx': async (stage) => {
    const order = await orderIn(stage.shop, 'in_progress');
    const page = await openProduct(stage, 'Baja Cortada');
    await page.getByRole('button', { name: 'Dar de baja Samsung Baja Cortada' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dar de baja' });
    await dialog.getByLabel('Cantidad').fill('2');
    await dialog.getByLabel('Número de orden de servicio').fill(String(order.order_number));
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Dar de baja' }),
      request: { method: 'POST', path: '/rest/v1/rpc/write_off_inventory' },
      typed: [dialog.getByLabel('Cantidad'), '2'],
      // Only these two were deducted.
      count: () =>
        countRows(
          stage.shop,
          (sql) => sql`inventory i join inventory_movements m on m.item_id = i.id
            where i.model = 'Baja Cortada' and i.quantity = 7 and m.kind = 'written_off'`,
        ),
      done: toastOf(page, 'Baja registrada.'),
      afterReload: () =>
        expect(dialog.getByLabel('Número de orden de servicio')).toHaveValue(String(order.order_number)),
    };
  },

  'mfe-inventory/src/features/screen-orders/add-screen-order-form.tsx': async ({ openAs, shop }) => {
    const page = await openAs('technician', '/pedido-pantallas');
    await page.getByRole('button', { name: 'Agregar Pedido' }).click();
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Agregar Pedido' }) });
    for (const [label, value] of [
      ['Modelo', 'Pantalla Cortada'],
      ['Número de orden', 'FM-77'],
      ['Precio de costo', '21500'],
      ['Cantidad', '4'],
    ] as const)
      await form.getByLabel(label).fill(value);
    await form.getByLabel('Proveedor').selectOption('FullMobile');
    const when = await form.getByLabel('Fecha y hora de compra').inputValue();
    // The reload happens later: untouched fields stay as they were submitted.
    await page.clock.setFixedTime(Date.now() + 10 * 60_000);
    return {
      page,
      scope: form,
      submit: form.getByRole('button', { name: 'Agregar Pedido' }),
      request: { method: 'POST', path: '/rest/v1/pedidos_pantallas' },
      typed: [form.getByLabel('Número de orden'), 'FM-77'],
      count: () => countRows(shop, (sql) => sql`pedidos_pantallas where modelo = 'Pantalla Cortada'`),
      done: toastOf(page, 'Pedido agregado.'),
      afterReload: async () => {
        await expect(form.getByLabel('Proveedor')).toHaveValue('FullMobile');
        await expect(form.getByLabel('Fecha y hora de compra')).toHaveValue(when);
      },
    };
  },

  'mfe-inventory/src/features/screen-orders/receive-dialog.tsx': async (stage) => {
    const page = await openScreenOrder(stage, 'Pantalla por recibir cortada');
    await page.getByRole('button', { name: 'Recibir Pantalla por recibir cortada' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Recibir en el inventario' });
    await dialog.getByLabel('Crear un producto nuevo').check();
    await dialog.getByLabel('Marca').fill('Apple');
    await dialog.getByLabel('Modelo').fill('Pieza Cortada');
    await dialog.getByLabel('Tipo').selectOption({ index: 1 });
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Recibir' }),
      request: { method: 'POST', path: '/rest/v1/rpc/receive_screen_order' },
      typed: [dialog.getByLabel('Modelo'), 'Pieza Cortada'],
      count: () =>
        countRows(
          stage.shop,
          (sql) => sql`inventory i join inventory_movements m on m.item_id = i.id
            where i.model = 'Pieza Cortada' and i.quantity = 4 and m.kind = 'received'`,
        ),
      done: toastOf(page, 'Piezas recibidas en el inventario.'),
      afterReload: () => expect(dialog.getByLabel('Crear un producto nuevo')).toBeChecked(),
    };
  },
};

for (const [form, open] of Object.entries(FORMS))
  test(
    `DATA-37 DATA-40 ${form}: nothing is lost, and there is one`,
    { tag: EXHAUSTIVE },
    async ({ openAs, shop }) => {
      await expectCutsToLoseNothing(await open({ openAs, shop }));
    },
  );
