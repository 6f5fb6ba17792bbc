/** Network failures in the forms of the cash drawers (DATA-37). */
import { expectCutsToLoseNothing, toastOf, type CutForms } from '../support/cut-network.ts';
import { countRows } from '../support/database.ts';
import {
  addTill,
  closeTestDrawer,
  openTestDrawer,
  removeTestDrawers,
  TEST_TILL,
} from '../support/drawers.ts';
import { expect, test } from '../support/fixtures.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

type Server = Parameters<typeof countRows>[0];

const events = (shop: Server, id: string, kind: string) => () =>
  countRows(shop, (sql) => sql`private.drawer_events where drawer_id = ${id} and kind = ${kind}`);

const FORMS: CutForms = {
  'mfe-orders/src/components/open-drawer-dialog.tsx': async ({ openAs, shop }) => {
    await addTill(shop);
    const page = await openAs('admin', '/dashboard/caja');
    await page.getByRole('button', { name: 'Abrir caja', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const notes = dialog.getByLabel('$1.000', { exact: true });
    await notes.fill('7');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Abrir caja' }),
      request: { method: 'POST', path: '/rest/v1/rpc/open_drawer' },
      typed: [notes, '7'],
      count: () => countRows(shop, (sql) => sql`private.drawers where till = ${TEST_TILL}`),
      done: toastOf(page, 'Caja abierta'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-orders/src/features/drawer/move-cash-dialog.tsx': async ({ openAs, shop }) => {
    const id = await openTestDrawer(shop);
    const page = await openAs('admin', '/dashboard/caja');
    await page.getByRole('region', { name: TEST_TILL }).getByRole('button', { name: 'Retirar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Monto').fill('1.000');
    const reason = dialog.getByLabel('Motivo');
    await reason.fill('Compra de bolsas');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Retirar' }),
      request: { method: 'POST', path: '/rest/v1/rpc/move_drawer_cash' },
      typed: [reason, 'Compra de bolsas'],
      count: events(shop, id, 'withdrawal'),
      done: toastOf(page, 'Movimiento registrado'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-orders/src/features/drawer/close-drawer-dialog.tsx': async ({ openAs, shop }) => {
    const id = await openTestDrawer(shop);
    const page = await openAs('admin', '/dashboard/caja');
    const card = page.getByRole('region', { name: TEST_TILL });
    await card.getByRole('button', { name: 'Contar y cerrar' }).click();
    const dialog = page.getByRole('dialog');
    const notes = dialog.getByLabel('$1.000', { exact: true });
    await notes.fill('10');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Revisar conteo' }),
      request: { method: 'POST', path: '/rest/v1/rpc/close_drawer' },
      typed: [notes, '10'],
      count: events(shop, id, 'closed'),
      done: toastOf(page, 'Caja cerrada'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },

  'mfe-orders/src/features/drawer/reopen-drawer-dialog.tsx': async ({ openAs, shop }) => {
    const id = await openTestDrawer(shop);
    await closeTestDrawer(shop, id);
    const page = await openAs('admin', '/dashboard/caja');
    await page
      .getByRole('button', { name: new RegExp(`^Reabrir ${TEST_TILL}`) })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    const reason = dialog.getByLabel('Motivo');
    await reason.fill('Faltó un pago');
    return {
      page,
      scope: dialog,
      submit: dialog.getByRole('button', { name: 'Reabrir' }),
      request: { method: 'POST', path: '/rest/v1/rpc/reopen_drawer' },
      typed: [reason, 'Faltó un pago'],
      count: events(shop, id, 'reopened'),
      done: toastOf(page, 'Caja abierta otra vez'),
      afterReload: () => expect(dialog).toBeVisible(),
    };
  },
};

test.afterEach(({ shop }) => removeTestDrawers(shop));

for (const [form, open] of Object.entries(FORMS))
  test(
    `DATA-37 DATA-40 ${form}: nothing is lost, and there is one`,
    { tag: EXHAUSTIVE },
    async ({ openAs, shop }) => {
      await expectCutsToLoseNothing(await open({ openAs, shop }));
    },
  );
