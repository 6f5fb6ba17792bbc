import type { Locator, Page } from '@playwright/test';
import { withDatabase, type DemoOrder } from '../support/database.ts';
import { expect, test, tokensOf, type Account } from '../support/fixtures.ts';
import {
  ACTIONS,
  failedMessage,
  force,
  FORCED,
  MATRIX_ACTORS,
  type MatrixActor,
} from '../support/action-matrix.ts';
import { asNumber, coveredOrder, newOrder, rowOf, statusSelect } from '../support/orders.ts';
import { exhaustiveAfterFirst } from '../support/tiers.ts';

const STATUSES = [
  'pending',
  'in_progress',
  'quoted',
  'completed',
  'delivered',
  'cancelled',
  'approved',
  'rejected',
];

async function state(locator: Locator): Promise<string> {
  if ((await locator.count()) === 0) return 'no';
  return (await locator.first().isEnabled()) ? 'yes' : 'off';
}

/** The desk's actions on an order. */
async function seenOnDesk(page: Page, order: DemoOrder): Promise<Record<string, string>> {
  const row = rowOf(page, order);
  const seen: Record<string, string> = {
    'new-order': await state(page.getByRole('button', { name: 'Nueva orden' })),
    'quote-ready': await state(row.getByRole('button', { name: 'Presupuesto Listo' })),
    'inline-price': await state(row.getByRole('button', { name: /^Cambiar el precio/ })),
    'search-all-fields': await state(page.getByLabel('Buscar en').locator('option', { hasText: 'Todo' })),
    export: await state(page.getByRole('button', { name: 'Exportar CSV' })),
    messages: await state(page.getByRole('link', { name: 'Mensajes', exact: true })),
    appointment: await state(page.getByRole('link', { name: 'Citas', exact: true })),
    board: await state(page.getByRole('link', { name: 'Tablero', exact: true })),
    queue: await state(page.getByRole('link', { name: 'Cola', exact: true })),
    import: await state(page.getByRole('link', { name: 'Importar', exact: true })),
    'edit-user': await state(page.getByRole('link', { name: 'Usuarios', exact: true })),
    'delete-user': await state(page.getByRole('link', { name: 'Usuarios', exact: true })),
  };
  for (const status of STATUSES)
    seen[`status-${status}`] = await state(statusSelect(page, order).locator(`option[value=${status}]`));
  const more = row.getByRole('button', { name: /^Más acciones/ });
  if ((await more.count()) > 0) {
    await more.click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
  }
  const item = (name: string) => state(page.getByRole('menuitem', { name, exact: true }));
  seen.edit = await item('Editar');
  seen.print = await item('Imprimir');
  seen.notes = await item('Notas');
  seen.delete = await item('Eliminar');
  seen.wait = await item('Poner en espera…');
  seen.promise = await item('Comprometer una fecha…');
  return seen;
}

/** The order view's actions. */
async function seenOnView(page: Page, order: DemoOrder): Promise<Record<string, string>> {
  const main = page.getByRole('main');
  const button = (name: string | RegExp) => state(main.getByRole('button', { name }));
  const seen: Record<string, string> = {
    'quote-ready': await button('Presupuesto Listo'),
    'inline-price': await button(/^Cambiar el precio/),
    edit: await state(main.getByRole('link', { name: 'Editar', exact: true })),
    print: await state(main.getByRole('link', { name: 'Imprimir', exact: true })),
    notes: await button(/^Notas$/),
    payment: await button('Registrar pago'),
    refund: await button('Devolver'),
    correction: await button(/^Corregir /),
    document: await button(/^Documento de /),
    'access-code': await button('Revisar o reparar'),
    'retry-message': await button(/^Reintentar: /),
  };
  for (const status of STATUSES)
    seen[`status-${status}`] = await state(statusSelect(page, order).locator(`option[value=${status}]`));
  // Last, since the open menu is above the rest.
  const more = main.getByRole('button', { name: /^Más acciones/ });
  if ((await more.count()) > 0) {
    await more.click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
  }
  seen.delete = await state(page.getByRole('menuitem', { name: 'Eliminar', exact: true }));
  for (const [action, name] of [
    ['wait', 'Poner en espera…'],
    ['promise', 'Comprometer una fecha…'],
  ] as const)
    seen[action] = await state(page.getByRole('menuitem', { name, exact: true }));
  return seen;
}

/** The expected column of the table for a role, restricted to the checked actions. */
const expected = (actor: MatrixActor, seen: Record<string, string>) =>
  Object.fromEntries(Object.keys(seen).map((action) => [action, ACTIONS.get(action)?.[actor].ui]));

for (const [index, actor] of MATRIX_ACTORS.entries()) {
  test(
    `ORD-01 ORD-07 ORD-11 ORD-12 the matrix of actions: what the interface shows ${actor}`,
    { tag: exhaustiveAfterFirst(index) },
    async ({ browser, openAs, shop }) => {
      test.slow();
      const [own] = await withDatabase(
        shop,
        (sql) => sql`select rut from profiles where email = 'cliente@taller.test'`,
      );
      const original = await coveredOrder(shop, { customer_rut: own?.rut as string });
      const order = await newOrder(shop, {
        customer_rut: own?.rut as string,
        quote: 0,
        advance_payment: 5000,
        password_type: 'pin',
        device_password: '4821',
      });
      await failedMessage(shop, order);
      const page =
        actor === 'anon'
          ? await (await browser.newContext({ baseURL: shop.url })).newPage()
          : await openAs(actor satisfies Account, '/servicios');
      const view = `/dashboard/orders/view/${order.id}`;
      const isStaff = actor !== 'anon' && actor !== 'customer';

      await page.goto('/dashboard');
      if (isStaff) await expect(rowOf(page, order)).toBeVisible();
      else if (actor === 'customer')
        await expect(page.getByRole('heading', { name: 'Mi Panel' })).toBeVisible();
      else await expect(page).toHaveURL(/\/auth/);
      const onDesk = await seenOnDesk(page, order);
      expect(onDesk).toEqual(expected(actor, onDesk));

      await page.goto(view);
      if (isStaff) {
        await expect(page.getByRole('region', { name: 'Historial' })).toContainText('Orden creada');
        await expect(page.getByRole('region', { name: 'Mensajes al cliente' })).toContainText('No llegó');
        await expect(page.getByRole('list', { name: 'Pagos' })).toContainText('Falta documento');
      } else if (actor === 'customer') {
        await expect(page.getByRole('heading', { name: new RegExp(asNumber(order)) })).toBeVisible();
      } else await expect(page).toHaveURL(/\/auth/);
      const onView = await seenOnView(page, order);
      expect(onView).toEqual(expected(actor, onView));

      const returned = await newOrder(shop, {
        customer_rut: own?.rut as string,
        warranty_of: original.order_number,
      });
      await page.goto(`/dashboard/orders/view/${returned.id}`);
      if (actor === 'anon') await expect(page).toHaveURL(/\/auth/);
      else await expect(page.getByText(/^Reparación en garantía/).first()).toBeVisible();
      const outcome = await state(page.getByRole('button', { name: 'Resultado…' }));
      expect(outcome).toBe(ACTIONS.get('warranty-outcome')?.[actor].ui);

      await page.goto('/dashboard/mensajes');
      if (isStaff) await expect(page.getByRole('tab', { name: 'Avisos' })).toBeVisible();
      else if (actor === 'customer') await expect(page.getByText('Acceso no autorizado.')).toBeVisible();
      else await expect(page).toHaveURL(/\/auth/);
      const settings = await state(page.getByRole('link', { name: 'Cambiar textos y horas en Ajustes' }));
      expect(settings).toBe(ACTIONS.get('settings')?.[actor].ui);

      const looked = [...Object.keys(onDesk), ...Object.keys(onView), 'settings', 'internal-notes'];
      // These are in the form of an order, which 'edit' opens.
      looked.push('warranty-of', 'warranty-outcome');
      expect([...ACTIONS.keys()].filter((action) => !looked.includes(action))).toEqual([]);
      if (actor === 'anon') await page.context().close();
    },
  );

  test(
    `DATA-02 the matrix of actions: what the server answers ${actor} who forces each`,
    { tag: exhaustiveAfterFirst(index) },
    async ({ shop }) => {
      test.slow();
      const token = actor === 'anon' ? null : ((await tokensOf(shop, actor)).access_token as string);
      const answers: Record<string, string> = {};
      for (const action of Object.keys(FORCED)) answers[action] = await force(shop, action, token);
      const column = [...ACTIONS].flatMap(([action, row]) =>
        row[actor].api === '-' ? [] : [[action, row[actor].api]],
      );
      expect(answers).toEqual(Object.fromEntries(column));
    },
  );
}
