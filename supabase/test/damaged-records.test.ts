/** The verification finds and reports changes of sealed records past every rule (REC-62, REC-64, REC-65). */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RecordKeyFiles } from '@taller/server/records/record-key-files.ts';
import { sealRecord, type NextRecord } from '@taller/shared/orders/records/seal-record.ts';
import { signerOf } from '@taller/shared/orders/records/record-key.ts';
import { makeRecordKey } from '@taller/server/records/record-key-files.ts';
import type postgres from 'postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CRON_SECRET, deliveredOrder, faultAfter, seal, verify } from './support/records.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  vi.stubEnv('CRON_SECRET', CRON_SECRET);
  shop = await openShop();
  for (let count = 0; count < 3; count += 1) await deliveredOrder(shop);
  expect(await seal(shop)).toBe(6);
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  vi.unstubAllEnvs();
});

type Tx = postgres.TransactionSql;
/** The record before takes the place of another one, with its hash, as somebody would who rewrites the chain. */
const rehash = (tx: Tx, seq: number) => tx`
  update private.sealed_records set sha256 = encode(sha256(convert_to(body, 'UTF8')), 'hex') where seq = ${seq}`;

const DAMAGES: readonly (readonly [string, (tx: Tx) => Promise<unknown>, number, RegExp])[] = [
  [
    'a body',
    (tx) => tx`update private.sealed_records set body = replace(body, '45000', '25000') where seq = 3`,
    3,
    /contenido no es el que se selló/,
  ],
  [
    'a body with its hash',
    async (tx) => {
      await tx`update private.sealed_records set body = replace(body, '45000', '25000') where seq = 3`;
      await rehash(tx, 3);
    },
    3,
    /firma no es de la tienda/,
  ],
  [
    'a signature',
    (tx) => tx`update private.sealed_records set signature = (
      select signature from private.sealed_records where seq = 1) where seq = 2`,
    2,
    /firma no es/,
  ],
  [
    'a signature that is none',
    (tx) => tx`update private.sealed_records set signature = '%%' where seq = 2`,
    2,
    /firma/,
  ],
  [
    'a personal part',
    (
      tx,
    ) => tx`update private.sealed_personal set content = content || '{"customer_name": "Otra"}' where event_id = (
      select event_id from private.sealed_records where seq = 4)`,
    4,
    /parte personal no es la que/,
  ],
  [
    'a personal part that is gone',
    (tx) => tx`delete from private.sealed_personal where event_id = (
      select event_id from private.sealed_records where seq = 4)`,
    4,
    /falta su parte personal/,
  ],
  [
    'a salt',
    (tx) => tx`update private.sealed_personal set salt = repeat('0', 64) where event_id = (
      select event_id from private.sealed_records where seq = 1)`,
    1,
    /parte personal/,
  ],
  ['a record in the middle', (tx) => tx`delete from private.sealed_records where seq = 4`, 4, /falta/],
  ['the first record', (tx) => tx`delete from private.sealed_records where seq = 1`, 1, /falta/],
  [
    'a record whose gap is closed',
    async (tx) => {
      await tx`delete from private.sealed_records where seq = 4`;
      await tx`update private.sealed_records set seq = seq - 1 where seq > 4`;
    },
    4,
    /lugar de otro/,
  ],
  [
    'two records that changed places',
    async (tx) => {
      await tx`update private.sealed_records set seq = 100 where seq = 2`;
      await tx`update private.sealed_records set seq = 2 where seq = 3`;
      await tx`update private.sealed_records set seq = 3 where seq = 100`;
    },
    2,
    /lugar de otro/,
  ],
  ['the last record', (tx) => tx`delete from private.sealed_records where seq = 6`, 6, /llegado hasta el 6/],
  [
    'the last records, with the chain’s end as it was then',
    async (tx) => {
      await tx`delete from private.sealed_records where seq > 4`;
      await tx`update private.record_chain set (seq, sha256) = (
        select seq, sha256 from private.sealed_records where seq = 4)`;
    },
    5,
    /llegado hasta el 6/,
  ],
  ['the chain’s end', (tx) => tx`update private.record_chain set sha256 = repeat('a', 64)`, 6, /último/],
  [
    'the signature of the end',
    (tx) => tx`update private.record_chain set signature = 'AA'`,
    6,
    /final de la cadena/,
  ],
  ['all of it', (tx) => tx`delete from private.sealed_records`, 1, /falta/],
  [
    'an order put under another one’s record',
    (tx) => tx`update private.sealed_records set order_id = (
      select order_id from private.sealed_records where seq = 5) where seq = 1`,
    1,
    /orden o su tipo/,
  ],
];

test.each(DAMAGES)(
  'REC-62 is found, with the first record that does not agree: %s',
  async (_, damage, seq, text) => {
    const fault = await faultAfter(shop, damage);
    expect(fault?.seq).toBe(seq);
    expect(fault?.text).toMatch(text);
    expect(await verify(shop)).toMatchObject({ records: 6, fault: null });
  },
);

test('REC-64 the private key is a file of the data folder, and in no row; whoever signs with another key is found', async () => {
  const files = new RecordKeyFiles(shop.dataDir);
  const folder = join(shop.dataDir, 'record-keys');
  const [file = ''] = readdirSync(folder);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  const [stored] = await shop.sql`select id, public_key from private.record_keys`;
  expect(stored).toEqual({ id: files.current?.id, public_key: files.current?.publicKey });
  // All six records anew, with a price that is another, by a key that is in the table of keys too.
  const forger = await makeRecordKey();
  const fault = await faultAfter(shop, async (tx) => {
    await tx`insert into private.record_keys (id, public_key) values (${forger.id}, ${forger.publicKey})`;
    const records = await tx<{ seq: string; body: string }[]>`
      select seq, replace(body, '45000', '25000') as body from private.sealed_records order by seq`;
    const signer = await signerOf(forger.privateKey);
    for (const { seq, body } of records) {
      const forged = await sealRecord({ ...(JSON.parse(body) as NextRecord), salt: null }, signer);
      await tx`update private.sealed_records set body = ${forged.p_body}, signature = ${forged.p_signature},
        key_id = ${forger.id}, sha256 = encode(sha256(convert_to(${forged.p_body}, 'UTF8')), 'hex') where seq = ${seq}`;
    }
  });
  expect(fault).toMatchObject({
    seq: 1,
    text: expect.stringMatching(/llave que la tienda no tiene/) as string,
  });
  expect(readFileSync(join(folder, file), 'utf8')).not.toContain(forger.privateKey);
});

test('REC-64 a new key signs from then on, under its own id, and the earlier records are verified by theirs', async () => {
  const files = new RecordKeyFiles(shop.dataDir);
  const old = files.current?.id;
  const next = await files.add();
  await deliveredOrder(shop);
  expect(await seal(shop)).toBe(2);
  const keys = await shop.sql`select key_id from private.sealed_records order by seq`;
  expect(keys.map(({ key_id }) => String(key_id))).toEqual([
    ...Array<unknown>(6).fill(old),
    next.id,
    next.id,
  ]);
  expect(await verify(shop)).toMatchObject({ records: 8, fault: null, ownKeys: true });
  rmSync(join(shop.dataDir, 'record-keys', `${old}.json`));
  expect((await verify(shop)).fault).toMatchObject({ seq: 1 });
  // A folder without keys: those that the database tells, and the caller is told so.
  rmSync(join(shop.dataDir, 'record-keys', `${next.id}.json`));
  expect(await verify(shop)).toMatchObject({ records: 8, fault: null, ownKeys: false });
  await files.add();
});

const recordsPart = async () => {
  const { data } = await shop.people.admin.client.functions.invoke<{
    parts: { name: string; level: string; reason: string; facts: Record<string, unknown> }[];
  }>('system-status', { body: {} });
  return data?.parts.find(({ name }) => name === 'records');
};

test('REC-65 the schedule checks the chain once a day, and Estado names what it found', async () => {
  await using own = await openShop();
  const before = shop;
  shop = own;
  try {
    await deliveredOrder(shop);
    await seal(shop);
    expect(await recordsPart()).toMatchObject({
      level: 'ok',
      facts: { records: 2, waiting: 0, fault: null },
    });
    await shop.sql`alter table private.sealed_records disable trigger user`;
    await shop.sql`update private.sealed_records set body = replace(body, '45000', '1') where seq = 2`;
    // Checked today.
    await seal(shop);
    expect(await recordsPart()).toMatchObject({ level: 'ok' });
    for (const clock of ['-24 hours', '3 days']) {
      await shop.sql`update private.record_checks set fault = null, checked_at = now() + ${clock}::interval`;
      await seal(shop);
      expect(await recordsPart()).toMatchObject({
        level: 'failure',
        reason: 'records-broken',
        facts: { fault_seq: 2, fault: 'su contenido no es el que se selló' },
      });
    }
    await shop.sql`update private.record_checks set fault = null`;
    await deliveredOrder(shop);
    await shop.sql`update private.records_to_seal set at = now() - interval '1 hour'`;
    expect(await recordsPart()).toMatchObject({
      level: 'attention',
      reason: 'records-waiting',
      facts: { waiting: 2 },
    });
  } finally {
    shop = before;
  }
});
