import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ArchiveWriter } from '../src/backup/archive-writer.ts';
import { makeBackup } from '../src/backup/make-backup.ts';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { sealStaged } from '../src/backup/seal-segments.ts';
import { isKept, openKeys, sealingKey } from '../src/backup/segment-keys.ts';
import { readInstallation } from '../src/config/installation.ts';
import { optionsFromEnv } from '../src/config/server-options.ts';
import { waitUntil } from '../src/postgres/postmaster.ts';
import { restoreCommand, SEGMENT_BYTES } from '../src/postgres/wal-archive.ts';
import { startServer, type RunningServer } from '../src/start-server.ts';
import { prepareDataDir } from '../src/testing/prepared-folder.ts';
import { withDatabase } from './support/restored.ts';

// The WAL archive is encrypted with the backup passphrase (OPS-57).

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

/**
 * Writes a row, switches to a new WAL segment and waits until the previous one is archived.
 * @returns its name and a time after it.
 */
async function write(
  server: RunningServer,
  name: string,
  suffix: string,
  into = folder,
): Promise<[string, Date]> {
  const sql = postgres(server.adminUrl, { max: 1, onnotice: () => {} });
  await sql`insert into suppliers (name) values (${name})`;
  const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at from pg_sleep(0.02)`;
  await sql`select pg_sleep(0.02)`;
  const [segment] = await sql<{ name: string }[]>`select pg_walfile_name(pg_switch_wal()) as name`;
  await sql.end();
  const file = `${segment?.name}${suffix}`;
  expect(await waitUntil(() => readdirSync(into()).includes(file), PATIENCE_MS)).toBe(true);
  return [file, row?.at ?? new Date(0)];
}

const makePipe = (path: string) => execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', path]);

const suppliers = (restored: string) =>
  withDatabase(restored, async (url) => {
    const copy = postgres(url, { max: 1 });
    const rows = await copy<{ name: string }[]>`select name from suppliers order by name`;
    await copy.end();
    return rows.map(({ name }) => name);
  });

test('OPS-57 an archive is sealed with the passphrase, and sealed and plain segments bring the shop back to any moment', async () => {
  await prepareDataDir(dataDir);
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
  // Everything in the archive is encrypted, except what was there before.
  const added = readdirSync(folder()).filter((name) => !plain.includes(name));
  expect(added.filter((name) => !name.endsWith('.age'))).toEqual([]);
  const [key] = await openKeys(folder(), PASSPHRASE);
  const decrypter = new Decrypter();
  decrypter.addIdentity(key?.identity ?? '');
  const content = gunzipSync(await decrypter.decrypt(readFileSync(join(folder(), first))));
  expect(content.includes(MARK)).toBe(true);

  // A modified byte is detected when it is reached, and earlier times can still be restored.
  const path = join(folder(), last);
  const bytes = readFileSync(path);
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const restore = (name: string, until: Date, passphrase?: string) =>
    restoreBackup({
      file,
      into: join(root, name),
      until,
      walArchive: archive,
      passphrase,
      acceptsPlain: true,
    });
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
  expect(await sealingKey(target, PASSPHRASE)).toEqual(key);
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
  expect(second.identity).not.toBe(first.identity);
  expect(await openKeys(target, PASSPHRASE)).toEqual([first]);
  expect(readdirSync(target).toSorted()).toEqual(['clave-1.age', 'clave-2.age']);
});

test(
  'OPS-57 each try of a passphrase costs age’s default work factor, in the archive and in backups',
  { tags: ['exhaustive'] },
  async () => {
    vi.stubEnv('VITEST', undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    const target = mkdtempSync(join(root, 'costly-'));
    const key = await sealingKey(target, PASSPHRASE);
    const archive = await ArchiveWriter.create(target, 'costly-', PASSPHRASE);
    const { file } = await archive.finish({ finishedAt: new Date().toISOString(), firstSegment: '' });
    for (const sealed of [key.file, file])
      expect(readFileSync(sealed, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/);
    expect(await openKeys(target, PASSPHRASE)).toEqual([key]);
  },
);

test(
  'OPS-60 with a passphrase, only encrypted segments of the log count unless others are allowed explicitly',
  { tags: ['exhaustive'] },
  async () => {
    const own = join(root, 'own');
    const wal = join(root, 'own-wal');
    const startOwn = (walPassphrase?: string) =>
      startServer({ port: 0, mode: 'empty', quiet: true, dataDir: own, walArchive: wal, walPassphrase });
    const ownFolder = () => join(wal, readInstallation(own)?.id ?? '');
    await prepareDataDir(own);
    let server = await startOwn(PASSPHRASE);
    const backups = { dataDir: own, folder: join(root, 'own-backups'), log: () => {} };
    const { file } = await makeBackup({ ...backups, passphrase: PASSPHRASE });
    const [, sealed] = await write(server, 'a, sealed', '.gz.age', ownFolder);
    await write(server, 'b, sealed', '.gz.age', ownFolder);
    await server.close();
    server = await startOwn();
    const [, moment] = await write(server, 'c, plain', '.gz', ownFolder);
    await write(server, 'd, plain', '.gz', ownFolder);
    await server.close();
    const restore = (name: string, until: Date, acceptsPlain?: boolean) =>
      restoreBackup({
        file,
        into: join(root, name),
        until,
        walArchive: wal,
        passphrase: PASSPHRASE,
        acceptsPlain,
      });
    await restore('own-sealed', sealed);
    expect(await suppliers(join(root, 'own-sealed'))).toEqual(['a, sealed']);
    await expect(restore('own-x', moment)).rejects.toThrow(
      /no llega hasta ese momento.*sin cifrar.*--unsealed/,
    );
    await restore('own-plain', moment, true);
    expect(await suppliers(join(root, 'own-plain'))).toEqual(['a, sealed', 'b, sealed', 'c, plain']);
    for (const name of readdirSync(root))
      if (name.startsWith('own')) rmSync(join(root, name), { recursive: true });
  },
);

test('OPS-60 a compressed file larger than a segment is not a segment, and does not fill the disk', () => {
  const [folder, first] = [mkdtempSync(join(root, 'bomb-')), mkdtempSync(join(root, "it's-"))];
  const fetch = (name: string) => {
    const path = join(folder, 'fetched');
    rmSync(path, { force: true });
    const command = restoreCommand([first, folder])
      .replaceAll('%f', name)
      .replaceAll('%p', path)
      .replaceAll('%%', '%');
    const { status } = spawnSync('/bin/sh', ['-c', command]);
    return [status, existsSync(path) ? statSync(path).size : 0] as const;
  };
  writeFileSync(join(folder, 'bomb.gz'), gzipSync(Buffer.alloc(4 * SEGMENT_BYTES)));
  writeFileSync(join(folder, 'whole.gz'), gzipSync(Buffer.alloc(SEGMENT_BYTES)));
  writeFileSync(join(first, 'first.gz'), gzipSync('uno'));
  makePipe(join(folder, 'pipe.gz'));
  const [status, bytes] = fetch('bomb');
  expect(status).toBe(1);
  expect(bytes).toBeLessThanOrEqual(2 * SEGMENT_BYTES);
  expect(fetch('whole')).toEqual([0, SEGMENT_BYTES]);
  expect(fetch('first')).toEqual([0, 3]);
  expect(fetch('pipe')).toEqual([1, 0]);
  expect(fetch('missing')).toEqual([1, 0]);
});

test('OPS-62 a file that cannot be encrypted delays no other, and only files of the log are encrypted', async () => {
  const staging = mkdtempSync(join(root, 'staging-'));
  const target = mkdtempSync(join(root, 'archive-'));
  const key = await sealingKey(target, PASSPHRASE);
  const name = (n: number) => `00000001000000000000000${n}`;
  const stage = (file: string, text = 'uno') => writeFileSync(join(staging, file), gzipSync(text));
  // One name is taken by other content, one by a file that no key decrypts.
  stage(`${name(1)}.gz`);
  await sealStaged(staging, target, key);
  stage(`${name(1)}.gz`, 'otro');
  stage(`${name(2)}.gz`);
  writeFileSync(join(target, `${name(2)}.gz.age`), 'de otro');
  // A link to a secret, a pipe, a folder; names that are not WAL names.
  writeFileSync(join(root, 'secret'), 'secreto');
  symlinkSync(join(root, 'secret'), join(staging, `${name(3)}.gz`));
  makePipe(join(staging, `${name(4)}.gz`));
  mkdirSync(join(staging, `${name(5)}.gz`));
  for (const other of ['a.gz', `${name(6)}.gz.gz`, `${name(6)}.GZ`, `x${name(6)}.gz`]) stage(other);
  const names = [
    `${name(7)}.gz`,
    `${name(8)}.00000028.backup.gz`,
    '00000002.history.gz',
    `${name(9)}.partial.gz`,
  ];
  for (const one of names) stage(one);
  await expect(sealStaged(staging, target, key)).rejects.toThrow(/no se escribe encima/);
  expect(readdirSync(target).toSorted()).toEqual(
    [...names.map((one) => `${one}.age`), `${name(1)}.gz.age`, `${name(2)}.gz.age`, 'clave-1.age'].toSorted(),
  );
  expect(readdirSync(staging).filter((one) => names.includes(one))).toEqual([]);
  expect(readdirSync(staging)).toHaveLength(9);
});

test('OPS-62 a segment stays until the key that encrypts it is stored, and a deleted key is stored again', async () => {
  const staging = mkdtempSync(join(root, 'staging-'));
  const target = mkdtempSync(join(root, 'archive-'));
  const key = await sealingKey(target, PASSPHRASE);
  const name = '000000010000000000000007.gz';
  writeFileSync(join(staging, name), gzipSync('uno'));
  for (const change of [
    () => writeFileSync(key.file, 'otra cosa'),
    () => rmSync(key.file),
    () => symlinkSync('/dev/null', key.file),
  ]) {
    change();
    expect(isKept(key)).toBe(false);
    await expect(sealStaged(staging, target, key)).rejects.toThrow(/clave-1\.age ya no está, o cambió/);
    expect(readdirSync(staging)).toEqual([name]);
  }
  const again = await sealingKey(target, PASSPHRASE, key);
  expect(again.identity).toBe(key.identity);
  expect(again.file).not.toBe(key.file);
  await sealStaged(staging, target, again);
  expect(readdirSync(staging)).toEqual([]);
  expect((await openKeys(target, PASSPHRASE)).map(({ identity }) => identity)).toEqual([key.identity]);
});

test('OPS-57 the passphrase of the backups seals the archive too', () => {
  const env = { WAL_ARCHIVE_DIR: '/x', BACKUP_PASSPHRASE: PASSPHRASE };
  expect(optionsFromEnv(env)).toMatchObject({ walArchive: '/x', walPassphrase: PASSPHRASE });
  expect(optionsFromEnv({ WAL_ARCHIVE_DIR: '/x' }).walPassphrase).toBeUndefined();
});
