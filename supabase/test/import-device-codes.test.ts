/**
 * Device codes of an imported file: encrypted in the browser, and never sent to the database in plain text (ORD-16,
 * SEC-30, SEC-31).
 */
import { importRow } from '@taller/shared/testing/sample-order.ts';
import { randomUUID } from 'node:crypto';
import { beginImport, importBatch, type ImportRow } from '@taller/shared/orders/import-orders.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { actAsBrowser } from './support/browser.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
const sent: string[] = [];
beforeAll(async () => {
  shop = await openShop();
  await actAsBrowser(shop, shop.people.admin, (_path, { body }) => {
    sent.push(typeof body === 'string' ? body : '');
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
  return shop[Symbol.asyncDispose]();
});

const NEVER = new AbortController().signal;

const rowOf = (row: number, more: Partial<ImportRow>): ImportRow =>
  importRow({ row, order_number: 50_000 + row, ...more });

test('SEC-30 ORD-16 an imported code leaves the browser sealed, opens for staff, and is not repeated', async () => {
  const batch = await beginImport({ name: 'antiguo.csv', hash: randomUUID(), rowCount: 2 });
  const rows = [rowOf(1, { device_code: { type: 'password', code: 'Canario-Importado' } }), rowOf(2, {})];
  expect((await importBatch(batch, rows, NEVER)).map(({ outcome }) => outcome)).toEqual([
    'imported',
    'imported',
  ]);
  expect((await importBatch(batch, rows, NEVER)).map(({ outcome }) => outcome)).toEqual([
    'duplicate',
    'duplicate',
  ]);
  expect(sent.some((body) => body.includes('"device_password":"v1.'))).toBe(true);
  expect(sent.join()).not.toContain('Canario-Importado');
  const [first, second] = await shop.sql`
    select id, password_type, device_code_stored from public.service_orders where order_number in (50001, 50002) order by order_number`;
  expect(first).toMatchObject({ password_type: 'password', device_code_stored: true });
  expect(second).toMatchObject({ password_type: null, device_code_stored: false });
  const response = await shop.openCode('technician', String(first?.id));
  expect(await response.json()).toEqual({ type: 'password', code: 'Canario-Importado' });
});

test('SEC-31 a row with a plain code is refused, with its line and the reason, and nothing of its batch goes in', async () => {
  const batch = await beginImport({ name: 'plano.csv', hash: randomUUID(), rowCount: 1 });
  const plain = { ...rowOf(3, {}), password_type: 'pin', device_password: '2580' };
  const { error } = await shop.people.admin.client.rpc('import_orders', {
    p_batch_id: batch,
    p_rows: [rowOf(4, {}), plain] as never,
  });
  expect(error).toMatchObject({
    code: '23514',
    message:
      'La fila 3 no se puede importar: La clave del equipo solo se acepta cifrada con la llave pública del taller. Recarga la página y guarda de nuevo.',
  });
  expect(await shop.sql`select from public.service_orders where order_number in (50003, 50004)`).toHaveLength(
    0,
  );
});
