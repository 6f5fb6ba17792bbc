import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeBackup } from '../src/backup/make-backup.ts';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { sealStaged } from '../src/backup/seal-segments.ts';
import { openKeys, sealingKey } from '../src/backup/segment-keys.ts';
import { readInstallation } from '../src/config/installation.ts';
import { optionsFromEnv } from '../src/config/server-options.ts';
import { waitUntil } from '../src/postgres/postmaster.ts';
import { startServer, type RunningServer } from '../src/start-server.ts';
import { withDatabase } from './support/restored.ts';

// The log in an archive is sealed with the passphrase of the backups (OPS-57).

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });
const PATIENCE_MS = 60_000;
const PASSPHRASE = 'una clave de doce letras';
const MARK = 'Proveedora Marcada en el registro';

let root: string;
let dataDir: string;
let archive: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "taller-sealed-it's 100%-"));
  chmodSync(root, 0o711);
  dataDir = join(root, 'data');
  archive = join(root, 'wal');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const start = (walPassphrase?: string) =>
  startServer({ port: 0, mode: 'empty', quiet: true, dataDir, walArchive: archive, walPassphrase });
const folder = () => join(archive, readInstallation(dataDir)?.id ?? '');

/** Writes a row, ends the segment under way and waits until the archive has it. @returns its name and a moment after it. */
async function write(server: RunningServer, name: string, suffix: string): Promise<[string, Date]> {
  const sql = postgres(server.adminUrl, { max: 1, onnotice: () => {} });
  await sql`insert into suppliers (name) values (${name})`;
  const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at from pg_sleep(0.02)`;
  await sql`select pg_sleep(0.02)`;
  const [segment] = await sql<{ name: string }[]>`select pg_walfile_name(pg_switch_wal()) as name`;
  await sql.end();
  const file = `${segment?.name}${suffix}`;
  expect(await waitUntil(() => readdirSync(folder()).includes(file), PATIENCE_MS)).toBe(true);
  return [file, row?.at ?? new Date(0)];
}

const suppliers = (restored: string) =>
  withDatabase(restored, async (url) => {
    const copy = postgres(url, { max: 1 });
    const rows = await copy<{ name: string }[]>`select name from suppliers order by name`;
    await copy.end();
    return rows.map(({ name }) => name);
  });

test('OPS-57 an archive is sealed with the passphrase, and sealed and plain segments bring the shop back to any moment', async () => {
  let server = await start();
  const { file } = await makeBackup({ dataDir, folder: join(root, 'backups'), log: () => {} });
  await write(server, 'a, plain', '.gz');
  await server.close();
  const plain = readdirSync(folder());

  server = await start(PASSPHRASE);
  const [first, moment] = await write(server, MARK, '.gz.age');
  await write(server, 'm, after the moment', '.gz.age');
  const [last, end] = await write(server, 'z, after the moment', '.gz.age');
  await server.close();
  // Nothing in the archive that is not sealed, but what was there before.
  const added = readdirSync(folder()).filter((name) => !plain.includes(name));
  expect(added.filter((name) => !name.endsWith('.age'))).toEqual([]);
  const [key = ''] = await openKeys(folder(), PASSPHRASE);
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  const content = gunzipSync(await decrypter.decrypt(readFileSync(join(folder(), first))));
  expect(content.includes(MARK)).toBe(true);

  // A changed byte shows when it is reached, and harms no moment before it.
  const path = join(folder(), last);
  const bytes = readFileSync(path);
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const restore = (name: string, until: Date, passphrase?: string) =>
    restoreBackup({ file, into: join(root, name), until, walArchive: archive, passphrase });
  await restore('until', moment, PASSPHRASE);
  expect(await suppliers(join(root, 'until'))).toEqual([MARK, 'a, plain'].toSorted());
  await expect(restore('damaged', end, PASSPHRASE)).rejects.toThrow(/está dañado o es de otra clave/);
  await expect(restore('x', moment)).rejects.toThrow(/está cifrado: di su clave con BACKUP_PASSPHRASE/);
  await expect(restore('x', moment, 'otra clave de doce letras')).rejects.toThrow(
    /La clave no abre el archivo/,
  );
  expect(readdirSync(root).toSorted()).toEqual(['backups', 'data', 'until', 'wal']);
});

test('OPS-57 a segment in a sealed archive is never written over; the same one again is kept once', async () => {
  const staging = mkdtempSync(join(root, 'staging-'));
  const target = mkdtempSync(join(root, 'archive-'));
  const key = await sealingKey(target, PASSPHRASE);
  expect(await sealingKey(target, PASSPHRASE)).toBe(key);
  const name = '000000010000000000000007';
  const stage = (text: string) => {
    writeFileSync(join(staging, name), text);
    execFileSync('gzip', ['-f', join(staging, name)]);
  };
  stage('uno');
  await sealStaged(staging, target, key);
  const sealed = readFileSync(join(target, `${name}.gz.age`));
  stage('uno');
  await sealStaged(staging, target, key);
  expect(readdirSync(staging)).toEqual([]);
  stage('otro');
  await expect(sealStaged(staging, target, key)).rejects.toThrow(/no se escribe encima/);
  expect(readFileSync(join(target, `${name}.gz.age`))).toEqual(sealed);
  expect(readdirSync(staging)).toEqual([`${name}.gz`]);
});

test('OPS-57 another passphrase seals with a key of its own, and each opens its own', async () => {
  const target = mkdtempSync(join(root, 'keys-'));
  const first = await sealingKey(target, PASSPHRASE);
  const second = await sealingKey(target, 'otra clave de doce letras');
  expect(second).not.toBe(first);
  expect(await openKeys(target, PASSPHRASE)).toEqual([first]);
  expect(readdirSync(target).toSorted()).toEqual(['clave-1.age', 'clave-2.age']);
});

test('OPS-57 the passphrase of the backups seals the archive too', () => {
  const env = { WAL_ARCHIVE_DIR: '/x', BACKUP_PASSPHRASE: PASSPHRASE };
  expect(optionsFromEnv(env)).toMatchObject({ walArchive: '/x', walPassphrase: PASSPHRASE });
  expect(optionsFromEnv({ WAL_ARCHIVE_DIR: '/x' }).walPassphrase).toBeUndefined();
});
