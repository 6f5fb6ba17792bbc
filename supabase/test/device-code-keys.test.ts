/**
 * Keys and maintenance of device codes: contents of the data folder, database and log, and key rotation (SEC-30 to
 * SEC-36).
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sealCode } from '@taller/shared/orders/device-codes/seal-code.ts';
import { describe, expect, test, vi } from 'vitest';
import { sealedCodeColumns, sealingKey, storedCode } from '@taller/server/testing/device-codes.ts';
import { change, makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';
import { CodeKeyFiles } from '@taller/server/device-codes/key-files.ts';
import { keepCodesJob } from '@taller/server/device-codes/keep-codes-job.ts';

const CRON_SECRET = 'el-horario';
vi.stubEnv('CRON_SECRET', CRON_SECRET);

/** Runs the server's scheduled job once. */
async function upkeep(shop: Shop): Promise<void> {
  const job = keepCodesJob({
    functions: { find: () => (request) => fetch(request) },
    files: new CodeKeyFiles(shop.dataDir),
    adminUrl: shop.adminUrl,
    siteUrl: shop.url,
    cronSecret: CRON_SECRET,
    log: () => {},
  });
  await job.run();
}

async function orderWithCode(shop: Shop, code: string) {
  const order = await makeOrder(shop);
  const { error } = await change(
    shop.people.receptionist,
    order.id,
    await sealedCodeColumns(shop.sql, order.id, code, 'password'),
  );
  expect(error).toBeNull();
  return order;
}

const opened = async (shop: Shop, orderId: string) =>
  ((await (await shop.openCode('technician', orderId)).json()) as { code?: string }).code;

/** Files of the cluster folder, including its log, that contain a text. PostgreSQL deletes some while they are read. */
async function filesWith(shop: Shop, text: string): Promise<string[]> {
  await shop.sql`checkpoint`;
  const [row] = await shop.sql`show data_directory`;
  return filesBelow(String(row?.data_directory)).filter(
    (file) => unlessDeleted(() => readFileSync(file).includes(text)) ?? false,
  );
}

function filesBelow(folder: string): string[] {
  const entries = unlessDeleted(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

/** @returns undefined if the file or folder is gone; @throws every other error. */
function unlessDeleted<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

test('SEC-36 the private key is in a file of its own with mode 0600, and not in the database', async () => {
  await using shop = await openShop();
  const folder = join(shop.dataDir, 'device-code-keys');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const { id } = await sealingKey(shop.sql);
  const file = join(folder, `${id}.json`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { privateKey } = JSON.parse(readFileSync(file, 'utf8')) as { privateKey: string };
  expect(privateKey.length).toBeGreaterThan(150);
  expect(await filesWith(shop, privateKey)).toEqual([]);
});

test('SEC-30 after taking, replacing, looking at and refusing codes, none is in the database, its journal or its log', async () => {
  await using shop = await openShop();
  const codes = ['Canario-Uno-7351', 'Canario-Dos-7352', 'Canario-Tres-7353', 'Canario-Cuatro-7354'];
  const [first = '', second = '', refused = '', control = ''] = codes;
  const order = await orderWithCode(shop, first);
  await change(shop.people.admin, order.id, await sealedCodeColumns(shop.sql, order.id, second, 'password'));
  expect(await opened(shop, order.id)).toBe(second);
  const plain = { password_type: 'password', device_password: refused };
  expect((await change(shop.people.admin, order.id, plain)).error).toMatchObject({ code: '23514' });
  await change(shop.people.admin, order.id, { notes: control });
  expect(await filesWith(shop, control)).not.toEqual([]);
  for (const code of [first, second, refused]) expect(await filesWith(shop, code)).toEqual([]);
});

describe('SEC-36 rotation', () => {
  test('SEC-36 a new key seals new codes, stored codes are sealed again, and the old key is destroyed', async () => {
    await using shop = await openShop();
    const order = await orderWithCode(shop, 'antes');
    const before = await storedCode(shop.sql, order.id);
    const old = await sealingKey(shop.sql);
    const lateSeal = await sealCode('tarde', order.id, old);
    const next = await new CodeKeyFiles(shop.dataDir).add();
    await upkeep(shop);
    expect((await sealingKey(shop.sql)).id).toBe(next.id);
    expect(await storedCode(shop.sql, order.id)).not.toBe(before);
    expect(await storedCode(shop.sql, order.id)).toContain(`v1.${next.id}.`);
    expect(await opened(shop, order.id)).toBe('antes');
    const late = await change(shop.people.admin, order.id, { device_password: lateSeal });
    expect(late.error).toMatchObject({ code: '23514' });
    expect(await opened(shop, (await orderWithCode(shop, 'después')).id)).toBe('después');
    expect(readdirSync(join(shop.dataDir, 'device-code-keys'))).toEqual([`${next.id}.json`]);
    expect(await shop.sql`select id from public.device_code_keys`).toHaveLength(1);
    const events = await shop.sql`
      select kind from public.order_events where order_id = ${order.id} and kind = 'code_replaced'`;
    expect(events).toHaveLength(0);
  });

  test('SEC-36 a code whose key is missing is left as it is, and counted', async () => {
    await using shop = await openShop();
    const order = await orderWithCode(shop, 'perdida');
    const before = await storedCode(shop.sql, order.id);
    const files = new CodeKeyFiles(shop.dataDir);
    const old = await sealingKey(shop.sql);
    await files.add();
    files.destroy([old.id]);
    await upkeep(shop);
    expect(await storedCode(shop.sql, order.id)).toBe(before);
    expect((await shop.openCode('technician', order.id)).status).toBe(409);
    expect(await shop.sql`select id from public.device_code_keys where id = ${old.id}`).toHaveLength(1);
  });

  test('SEC-36 a key that somebody else put into the database is replaced by the server’s own', async () => {
    await using shop = await openShop();
    const own = await sealingKey(shop.sql);
    await shop.sql`select public.publish_device_code_key('0123456789ABCDEF', ${'A'.repeat(87)})`;
    await upkeep(shop);
    expect(await sealingKey(shop.sql)).toEqual(own);
  });
});

test('SEC-36 plain codes of an older data folder are sealed before the first request, and leave the database’s files', async () => {
  const code = 'Canario-Viejo-9127';
  let id = '';
  await using shop = await openShop({
    prepare: async (sql) => {
      const [order] =
        await sql`insert into public.service_orders (customer_name, customer_phone, customer_rut, equipment_type,
        equipment_brand, equipment_model, password_type) values ('Antigua', '+56 9 5555 1234', '11111111-1', 'tablet', 'LG', 'X', 'password')
        returning id`;
      id = String(order?.id);
      await sql`insert into private.plain_device_codes (order_id, code) values (${id}, ${code})`;
      await sql`update public.service_orders set device_code_stored = true where id = ${id}`;
    },
  });
  expect(await opened(shop, id)).toBe(code);
  expect(await shop.sql`select from private.plain_device_codes`).toHaveLength(0);
  const [row] = await shop.sql`show data_directory`;
  const tables = (await filesWith(shop, code)).map((file) => file.slice(String(row?.data_directory).length));
  expect(tables.filter((file) => !file.startsWith('/pg_wal/'))).toEqual([]);
});
