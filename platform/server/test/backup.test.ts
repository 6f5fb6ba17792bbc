import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ArchiveWriter } from '../src/backup/archive-writer.ts';
import { makeBackup, type MadeBackup } from '../src/backup/make-backup.ts';
import { HEAD_ENTRY, type BackupHead } from '../src/backup/manifest.ts';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { readInstallation } from '../src/config/installation.ts';
import { seedDemoShop } from '../src/database/seed.ts';
import { bundledMajor, clusterOf } from '../src/postgres/places.ts';
import { postgresProcesses, waitUntil } from '../src/postgres/postmaster.ts';
import { startServer, type RunningServer } from '../src/start-server.ts';
import { prepareDataDir } from '../src/testing/prepared-folder.ts';
import { tableHashes } from '../src/testing/table-hashes.ts';
import { withDatabase } from './support/restored.ts';

const PASSPHRASE = 'una clave bastante larga';
const PHOTO = 'storage/objects/order-photos/order/photo';
const CONTENT = Buffer.from('ffd8ffe000104a46494600', 'hex');
const log = () => {};

let root: string;
let dataDir: string;
let server: RunningServer;
let sql: postgres.Sql;
/** The path of table `page` in its cluster. */
let pagePath = '';
/** Hashes of the tables in the shared backup. */
let hashes: Record<string, string>;
let shared: MadeBackup;
let count = 0;
const newFolder = () => join(root, `folder-${(count += 1)}`);

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-backup-'));
  // Makes the folder accessible to PostgreSQL's user, if that differs.
  chmodSync(root, 0o711);
  dataDir = join(root, 'data');
  await prepareDataDir(dataDir);
  server = await startServer({ port: 0, mode: 'empty', quiet: true, dataDir });
  await seedDemoShop(server.adminUrl);
  sql = postgres(server.adminUrl, { max: 8, onnotice: () => {} });
  mkdirSync(join(dataDir, 'correos'));
  writeFileSync(join(dataDir, 'correos/uno.html'), '<p>Hola</p>');
  writeFileSync(join(dataDir, 'logo.png'), Buffer.from([1, 2, 3]));
  await sql`create table private.page as select repeat('x', 100) as text from generate_series(1, 10)`;
  await sql`checkpoint`;
  const [place] = await sql<{ path: string }[]>`select pg_relation_filepath('private.page') as path`;
  pagePath = place?.path ?? '';
  const files = createClient(server.url, server.keys.secret).storage.from('order-photos');
  await files.upload('order/photo', CONTENT, { contentType: 'image/jpeg' });
  hashes = await tableHashes(server.adminUrl);
  shared = await backup();
});
afterAll(async () => {
  await sql?.end();
  await server?.close();
  rmSync(root, { recursive: true, force: true });
});

const backup = (more: { passphrase?: string; onProgress?: (bytes: number, total: number) => void } = {}) =>
  makeBackup({ dataDir, folder: newFolder(), log, ...more });
const refusal = (work: Promise<unknown>): Promise<{ code: string; message: string } | undefined> =>
  work.then(
    () => undefined,
    (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
  );

const keyFiles = (folder: string) =>
  readdirSync(join(folder, 'device-code-keys')).map((name) => join('device-code-keys', name));

test('OPS-30 REC-50 a backup of a running shop comes back row by row, with keys, mails and files, and without what belongs to a run; it starts beside the shop, and neither touches the other', async () => {
  const { file, bytes } = shared;
  expect(statSync(file)).toMatchObject({ size: bytes });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const into = newFolder();
  const { rows } = await restoreBackup({ file, into });
  expect(rows.get('public.service_orders')).toBeGreaterThan(100);
  expect(await withDatabase(into, tableHashes)).toEqual(hashes);

  const names = 'correos device-code-keys installation.json logo.png postgres record-keys storage'.split(' ');
  expect(readdirSync(into).toSorted()).toEqual(names);
  for (const name of ['correos/uno.html', 'logo.png', PHOTO, ...keyFiles(dataDir)]) {
    expect(readFileSync(join(into, name))).toEqual(readFileSync(join(dataDir, name)));
    expect(statSync(join(into, name)).mode & 0o777).toBe(0o600);
  }
  expect(readFileSync(join(into, PHOTO)).equals(CONTENT)).toBe(true);
  const { id, ...secrets } = readInstallation(into) ?? {};
  const { id: original, ...same } = readInstallation(dataDir) ?? {};
  expect(secrets).toEqual(same);
  expect(id).not.toBe(original);
  const slots = await sql`select slot_name from pg_replication_slots`;
  expect(slots).toEqual([]);

  const copy = await startServer({ port: 0, mode: 'empty', quiet: true, dataDir: into });
  try {
    expect((await fetch(`${copy.url}/readyz`)).status).toBe(200);
    const other = postgres(copy.adminUrl, { max: 1, onnotice: () => {} });
    await other`insert into suppliers (name) values ('De la copia')`;
    await other.end();
  } finally {
    await copy.close();
  }
  expect(await sql`select from suppliers where name = 'De la copia'`).toHaveLength(0);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test('OPS-31 a backup under write traffic holds one moment: all that was acknowledged before it, no half transaction, no gap', async () => {
  await sql`create table if not exists public.traffic (writer int, n int, pad text)`;
  await sql`create table if not exists public.traffic_twin (writer int, n int)`;
  await sql`alter table public.traffic enable row level security`;
  await sql`alter table public.traffic_twin enable row level security`;
  const stopping = new AbortController();
  const acknowledged = [0, 0, 0, 0];
  const writers = acknowledged.map(async (_, writer) => {
    for (let n = 1; !stopping.signal.aborted; n += 1) {
      await sql.begin(async (tx) => {
        await tx`insert into public.traffic values (${writer}, ${n}, repeat(${String(n)}, 200))`;
        await tx`update public.traffic set pad = repeat('u', 300) where writer = ${writer} and n % 7 = ${n % 7} and n > ${n - 100}`;
        await tx`insert into public.traffic_twin values (${writer}, ${n})`;
      });
      acknowledged[writer] = n;
    }
  });
  // Files that are created and deleted while they are read.
  const churn = (async () => {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      await sql.unsafe(
        `create table churn_${n} as select g from generate_series(1, 5000) g; drop table churn_${n}`,
      );
      if (n % 20 === 0) await sql`checkpoint`;
    }
  })();
  /** Waits until each writer has made some more transactions. */
  const goOn = async (transactions: number) => {
    const before = [...acknowledged];
    const went = () => acknowledged.every((n, writer) => n >= (before[writer] ?? 0) + transactions);
    expect(await waitUntil(went, 60_000)).toBe(true);
  };
  await goOn(10);
  let during: number[] = [];
  const { file } = await backup({
    onProgress: (bytes, total) => {
      if (bytes < total / 2) during = [...acknowledged];
    },
  });
  const after = [...acknowledged];
  await goOn(3);
  stopping.abort();
  await Promise.all([...writers, churn]);
  const into = newFolder();
  await restoreBackup({ file, into });
  await withDatabase(into, async (url) => {
    const copy = postgres(url, { max: 1 });
    const rows = await copy<{ writer: number; rows: number; last: number; twins: number }[]>`
      select writer, count(*)::int as rows, max(n) as last,
        (select count(*)::int from public.traffic_twin t where t.writer = traffic.writer) as twins
      from public.traffic group by writer order by writer`;
    await copy.end();
    expect(rows).toHaveLength(4);
    for (const { writer, rows: there, last, twins } of rows) {
      expect(there).toBe(last);
      expect(twins).toBe(last);
      expect(last).toBeGreaterThanOrEqual(during[writer] ?? 0);
      // A write in progress at the end may have been applied without a response.
      expect(last).toBeLessThanOrEqual((after[writer] ?? 0) + 1);
    }
    expect(Math.min(...during)).toBeGreaterThan(0);
  });
  await sql`drop table public.traffic, public.traffic_twin`;
});

/** All checksums except that of the table in which backups are recorded. */
const but = (hashes: Record<string, string>) => ({ ...hashes, 'private.backup_run': '' });

test('OPS-32 a shop that does not run, in a folder where the user of PostgreSQL cannot get, is backed up too; nothing is left running', async () => {
  const home = newFolder();
  mkdirSync(home, { mode: 0o700 });
  const { file } = shared;
  const [stopped, second] = [join(home, 'data'), join(home, 'second')];
  try {
    await restoreBackup({ file, into: stopped });
    expect(clusterOf(stopped).startsWith(home)).toBe(process.getuid?.() !== 0);
    const again = await makeBackup({ dataDir: stopped, folder: home, log });
    // A postmaster removes its pid file shortly before its process ends.
    const left = () => postgresProcesses(join(clusterOf(stopped), 'pgdata')) ?? [];
    expect(await waitUntil(() => left().length === 0, 60_000)).toBe(true);
    await restoreBackup({ file: again.file, into: second });
    expect(but(await withDatabase(second, tableHashes))).toEqual(but(hashes));
  } finally {
    for (const folder of [stopped, second]) rmSync(clusterOf(folder), { recursive: true, force: true });
  }
  const refused = await refusal(makeBackup({ dataDir: newFolder(), folder: home, log }));
  expect(refused).toMatchObject({ code: 'bad-options' });
});

/** A modified copy of a backup. */
function changed(file: string, change: (bytes: Buffer) => Buffer): string {
  const copy = `${newFolder()}.copy`;
  copyFileSync(file, copy);
  writeFileSync(copy, change(readFileSync(copy)));
  return copy;
}
const flipped = (at: number) => (bytes: Buffer) => {
  const place = at < 0 ? bytes.length + at : Math.floor(at * bytes.length);
  bytes[place] = (bytes[place] ?? 0) ^ 0x10;
  return bytes;
};
const CHANGES: [string, (bytes: Buffer) => Buffer][] = [
  ['the first byte', flipped(0)],
  ['a byte in the middle', flipped(0.5)],
  ['a byte near the end', flipped(0.95)],
  ['the last byte', flipped(-1)],
  ['its half', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['all but the last byte', (bytes) => bytes.subarray(0, -1)],
  ['nothing', () => Buffer.alloc(0)],
];

/** An encrypted one is refused like any other, once its key is found. */
const CASES = [
  { passphrase: undefined, changes: CHANGES, tags: [] },
  { passphrase: PASSPHRASE, changes: CHANGES.slice(3, 5), tags: ['exhaustive'] },
];
let sealedBackup: Promise<MadeBackup> | undefined;
const sealed = () => (sealedBackup ??= backup({ passphrase: PASSPHRASE }));

for (const { passphrase, changes, tags } of CASES)
  test(
    `OPS-33 a backup that was changed or cut is refused in one sentence (passphrase: ${passphrase})`,
    { tags },
    async () => {
      const { file } = passphrase === undefined ? shared : await sealed();
      const into = newFolder();
      for (const [what, change] of changes) {
        const refused = await refusal(restoreBackup({ file: changed(file, change), into, passphrase }));
        expect(refused?.code, what).toMatch(/^restore-(?:failed|refused)$/);
        expect(refused?.message, what).toMatch(/dañado o incompleto|no es un respaldo|no abre el respaldo/);
        expect(refused?.message, what).not.toContain('\n');
        expect(existsSync(into)).toBe(false);
      }
      expect(readdirSync(root).filter((name) => name.includes('restaurando'))).toEqual([]);
    },
  );

test(
  'OPS-33 a sealed backup shows nothing, and opens with its passphrase only',
  { tags: ['exhaustive'] },
  async () => {
    const { file } = await sealed();
    expect(file).toMatch(/\.tar\.zst\.age$/);
    const into = newFolder();
    expect((await refusal(restoreBackup({ file, into })))?.message).toContain('está cifrado');
    const wrong = await refusal(restoreBackup({ file, into, passphrase: `${PASSPHRASE}x` }));
    expect(wrong?.message).toContain('La clave no abre el respaldo');
    await restoreBackup({ file, into, passphrase: PASSPHRASE });
    expect(readInstallation(into)?.jwtSecret).toBe(readInstallation(dataDir)?.jwtSecret);
  },
);

const refusedFor = async (file: string, into: string) =>
  (await refusal(restoreBackup({ file, into })))?.message;

test('OPS-34 a folder that holds anything is not touched, in use or not', async () => {
  const { file } = shared;
  expect(await refusedFor(file, dataDir)).toContain('ya está en uso por otro servidor');
  const full = newFolder();
  mkdirSync(full);
  writeFileSync(join(full, 'mio.txt'), 'mío');
  expect(await refusedFor(file, full)).toContain('no está vacía');
  expect(await refusedFor(file, join(full, 'mio.txt'))).toContain('es un archivo');
  expect(readdirSync(full)).toEqual(['mio.txt']);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

/** A backup with only a description. */
async function claimed(head: Partial<BackupHead>): Promise<string> {
  const archive = await ArchiveWriter.create(newFolder(), 'taller-', undefined);
  const whole: BackupHead = {
    format: 1,
    kind: 'physical',
    installation: '0123456789abcdef',
    startedAt: new Date().toISOString(),
    postgres: bundledMajor(),
    arch: process.arch,
    migration: '',
    bytes: 0,
    ...head,
  };
  await archive.add(HEAD_ENTRY, JSON.stringify(whole));
  return (await archive.finish({ finishedAt: whole.startedAt, firstSegment: '' })).file;
}

test('OPS-34 a backup of another PostgreSQL, processor or newer program, or one without room, is refused before anything is unpacked', async () => {
  const into = newFolder();
  const claims: [Partial<BackupHead>, string][] = [
    [{ postgres: 12 }, 'es de PostgreSQL 12'],
    [{ arch: 'sparc' }, 'es de una máquina sparc'],
    [{ migration: '29990101000000' }, 'versión más nueva de este programa'],
    [{ bytes: 1e15 }, 'No hay espacio'],
  ];
  for (const [head, text] of claims) expect(await refusedFor(await claimed(head), into)).toContain(text);
  expect(existsSync(into)).toBe(false);
});

test('OPS-38 a new cluster has data checksums, and a page that the disk changed is not taken for data', async () => {
  const [setting] = await sql`select current_setting('data_checksums') as value`;
  expect(setting?.value).toBe('on');
  const into = newFolder();
  await restoreBackup({ file: shared.file, into });
  const path = join(clusterOf(into), 'pgdata', pagePath);
  writeFileSync(path, flipped(-1)(readFileSync(path)));
  await withDatabase(into, async (url) => {
    const copy = postgres(url, { max: 1, onnotice: () => {} });
    await expect(copy`select count(*) from private.page`).rejects.toThrow(/invalid page/);
    await copy.end();
  });
});
