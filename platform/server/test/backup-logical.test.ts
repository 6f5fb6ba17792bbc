import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readArchive } from '../src/backup/archive-reader.ts';
import { ArchiveWriter } from '../src/backup/archive-writer.ts';
import { makeBackup } from '../src/backup/make-backup.ts';
import { HEAD_ENTRY, MANIFEST_ENTRY, headSchema } from '../src/backup/manifest.ts';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { newInstallation, saveInstallation } from '../src/config/installation.ts';
import { createTestDatabase } from '../src/testing/template-database.ts';
import { seedDemoShop } from '../src/database/seed.ts';
import { RecordKeyFiles } from '../src/records/record-key-files.ts';
import { verifyDatabase } from '../src/records/verify-database.ts';
import { startServer, type RunningServer } from '../src/start-server.ts';
import { prepareDataDir } from '../src/testing/prepared-folder.ts';
import { tableHashes } from '../src/testing/table-hashes.ts';
import { acquireTestCluster } from '../src/testing/test-cluster.ts';
import { withDatabase } from './support/restored.ts';

// Logical backups: rows as text, for another version of PostgreSQL, another processor, or an external PostgreSQL.

const log = () => {};
let root: string;
let dataDir: string;
let server: RunningServer;
const stack = new AsyncDisposableStack();

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-backup-logical-'));
  chmodSync(root, 0o711);
  dataDir = join(root, 'data');
  await prepareDataDir(dataDir);
  server = await startServer({ port: 0, mode: 'empty', quiet: true, dataDir });
  await seedDemoShop(server.adminUrl);
});
afterAll(async () => {
  await server?.close();
  await stack.disposeAsync();
  rmSync(root, { recursive: true, force: true });
});

/** `npm run verify-records` for a data folder. */
const verifyRecords = (folder: string) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../../release/src/tasks/verify-records.ts')], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: folder },
  });

/** The same backup as if created by PostgreSQL 12 on another processor. */
async function fromElsewhere(file: string): Promise<string> {
  const archive = await ArchiveWriter.create(join(root, 'elsewhere'), 'taller-', undefined);
  for await (const entry of readArchive(file, {})) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry.content) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    if (entry.isFolder) await archive.addFolder(entry.name);
    else if (entry.name === HEAD_ENTRY) {
      const head = headSchema.parse(JSON.parse(content.toString()));
      await archive.add(HEAD_ENTRY, JSON.stringify({ ...head, postgres: 12, arch: 'sparc' }));
    } else if (entry.name !== MANIFEST_ENTRY) await archive.add(entry.name, content);
  }
  return (await archive.finish({ finishedAt: new Date().toISOString(), firstSegment: '' })).file;
}

test('OPS-39 rows come back one by one from a logical backup, whatever PostgreSQL and processor it was made on', async () => {
  const before = await tableHashes(server.adminUrl);
  const { file } = await makeBackup({ dataDir, folder: join(root, 'logical'), logical: true, log });
  const into = join(root, 'restored');
  await restoreBackup({ file: await fromElsewhere(file), into });
  expect(await withDatabase(into, tableHashes)).toEqual(before);
  expect(readdirSync(into).toSorted()).toEqual([
    'device-code-keys',
    'installation.json',
    'postgres',
    'record-keys',
    'storage',
  ]);
  // Sequences continue, and triggers work.
  const copy = await startServer({ port: 0, mode: 'empty', quiet: true, dataDir: into });
  const sql = postgres(copy.adminUrl, { max: 1, onnotice: () => {} });
  const [last] = await sql`select max(id) as id from order_events`;
  const [next] = await sql`
    insert into order_events (order_id, order_number, kind)
    select order_id, order_number, kind from order_events limit 1 returning id`;
  expect(Number(next?.id)).toBeGreaterThan(Number(last?.id));
  await sql.end();
  await copy.close();
});

test('REC-66 sealed records come back verifiable, with their keys; one that was changed by hand is named', async () => {
  const sql = postgres(server.adminUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => sql.end());
  await sql`update service_orders set status = 'delivered', delivered_at = now()
    where id in (select id from service_orders where status = 'completed' limit 3)`;
  await expect.poll(() => sql`select seq from private.record_chain`).toEqual([{ seq: '3' }]);
  const { file } = await makeBackup({ dataDir, folder: join(root, 'sealed'), logical: true, log });
  const into = join(root, 'sealed-restored');
  await restoreBackup({ file, into });
  const files = new RecordKeyFiles(into);
  expect(files.publicKeys).toEqual(new RecordKeyFiles(dataDir).publicKeys);
  expect(files.end).toBeUndefined();
  await withDatabase(into, async (adminUrl) => {
    const copy = postgres(adminUrl, { max: 1, onnotice: () => {} });
    expect(await verifyDatabase(copy, files)).toEqual({ records: 3, fault: null, ownKeys: true });
    await copy`alter table private.sealed_records disable trigger user`;
    await copy`update private.sealed_records set body = body || ' ' where seq = 2`;
    await copy.end();
  });
  const damaged = verifyRecords(into);
  expect([damaged.status, damaged.stderr]).toEqual([
    1,
    '✗ Registro 2: su contenido no es el que se selló. Anteriores que concuerdan: 1.\n',
  ]);
  const whole = verifyRecords(dataDir);
  expect([whole.status, whole.stdout]).toEqual([0, 'Registros sellados que concuerdan: 3.\n']);
});

test(
  'OPS-39 a PostgreSQL of the shop’s own is backed up and restored by the same commands; one that has tables is not touched',
  { tags: ['exhaustive'] },
  async () => {
    const { cluster, release } = await acquireTestCluster();
    stack.defer(release);
    const external = await createTestDatabase(cluster, 'demo');
    stack.defer(() => external.stop());
    const shop = join(root, 'external');
    mkdirSync(shop);
    const { adminPassword, apiPassword, postgresPassword } = cluster;
    const passwords = { adminPassword, apiPassword, postgresPassword };
    saveInstallation(shop, { ...newInstallation('empty'), ...passwords });
    const before = await tableHashes(external.adminUrl);
    const folder = join(root, 'of external');
    const { file } = await makeBackup({ dataDir: shop, folder, databaseUrl: external.adminUrl, log });
    const used = restoreBackup({ file, into: join(root, 'used'), databaseUrl: external.adminUrl });
    await expect(used).rejects.toThrow(/ya tiene tablas: no se toca/);

    const admin = postgres(external.adminUrl, { max: 1, onnotice: () => {} });
    const name = `restored_${process.pid}`;
    await admin.unsafe(`create database ${name}`);
    const url = new URL(external.adminUrl);
    url.pathname = `/${name}`;
    try {
      await restoreBackup({ file, into: join(root, 'external2'), databaseUrl: url.toString() });
      const after = await tableHashes(url.toString());
      expect({ ...after, 'private.backup_run': '' }).toEqual({ ...before, 'private.backup_run': '' });
    } finally {
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    }
  },
);

test('OPS-39 a start on the cluster of another major version says what to do, and changes nothing', async () => {
  const folder = join(root, 'old');
  const data = join(folder, 'postgres/pgdata');
  mkdirSync(data, { recursive: true });
  saveInstallation(folder, newInstallation('empty'));
  writeFileSync(join(data, 'PG_VERSION'), '12\n');
  const starting = startServer({ port: 0, mode: 'empty', quiet: true, dataDir: folder });
  await expect(starting).rejects.toMatchObject({
    code: 'postgres-other-major',
    message: expect.stringContaining('npm run backup -- CARPETA --logical'),
  });
  expect(readdirSync(data)).toEqual(['PG_VERSION']);
});
