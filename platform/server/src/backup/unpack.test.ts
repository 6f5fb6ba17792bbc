import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ArchiveEntry } from './archive-reader.ts';
import { HEAD_ENTRY, MANIFEST_ENTRY } from './manifest.ts';
import { roomFor, unpack, type UnpackLimits } from './unpack.ts';

let root: string;
beforeAll(() => (root = mkdtempSync(join(tmpdir(), 'taller-unpack-'))));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const HEAD = {
  format: 1,
  kind: 'logical',
  installation: '0123456789abcdef',
  startedAt: '2026-11-22T10:00:00Z',
  postgres: 17,
  arch: 'x64',
  migration: '',
  bytes: 1,
};
const entry = (name: string, text: string): ArchiveEntry => ({
  name,
  isFolder: false,
  bytes: text.length,
  content: (async function* () {
    yield Buffer.from(text);
  })(),
});

test.each([
  '../fuera',
  '/tmp/taller-fuera',
  'data/../../fuera',
  'data/a/../../../fuera',
  'rows/..',
  'data/a\\..\\fuera',
  'data//fuera',
  'otra/fuera',
  // The location of another shop's cluster: later files would be written there.
  'data/postgres-folder',
  'data/postgres/data-folder',
  'data/instance.json',
  'data/instance.lock',
])('OPS-34 a forged backup writes nothing into %s', async (name) => {
  const folder = mkdtempSync(join(root, 'a-'));
  const into = join(folder, 'b');
  mkdirSync(into);
  async function* entries() {
    yield entry(HEAD_ENTRY, JSON.stringify(HEAD));
    yield entry(name, '/otro/taller');
  }
  const unpacked = unpack(
    'x',
    entries(),
    () => ({ folders: { data: into, rows: join(into, 'rows') }, room: Infinity }),
    () => {},
  );
  await expect(unpacked).rejects.toThrow(/dañado/);
  expect([readdirSync(folder), readdirSync(into), existsSync('/tmp/taller-fuera')]).toEqual([
    ['b'],
    [],
    false,
  ]);
});

test.each([
  // A tablespace map would make PostgreSQL create links in the cluster, and write to their targets.
  'pgdata/tablespace_map',
  'pgdata/pg_tblspc/16400',
  'pgdata/standby.signal',
  'pgdata/recovery.signal',
  'pgdata/postmaster.pid',
  'pgdata/postmaster.opts',
])('OPS-61 a forged backup does not restore %s', async (name) => {
  const into = mkdtempSync(join(root, 'e-'));
  async function* entries() {
    yield entry(HEAD_ENTRY, JSON.stringify({ ...HEAD, kind: 'physical' }));
    yield entry(name, '16400 /tmp');
  }
  const unpacked = unpack(
    'x',
    entries(),
    () => ({ folders: { pgdata: into }, room: Infinity }),
    () => {},
  );
  await expect(unpacked).rejects.toThrow(/dañado/);
  expect(readdirSync(into)).toEqual([]);
});

test('OPS-61 configuration of PostgreSQL is compared like the rest of a backup, and not unpacked', async () => {
  const into = mkdtempSync(join(root, 'f-'));
  const names = ['postgresql.conf', 'postgresql.auto.conf', 'pg_hba.conf', 'PG_IDENT.CONF', 'recovery.conf'];
  const content = "include '/tmp/otra'";
  const bytes = content.length;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const head = JSON.stringify({ ...HEAD, kind: 'physical' });
  const made = (text: string) =>
    async function* () {
      yield entry(HEAD_ENTRY, head);
      for (const name of names) yield entry(`pgdata/${name}`, text);
      yield entry('pgdata/PG_VERSION', content);
      const files = ['PG_VERSION', ...names].map((name) => ({ name: `pgdata/${name}`, bytes, sha256 }));
      files.push({
        name: HEAD_ENTRY,
        bytes: head.length,
        sha256: createHash('sha256').update(head).digest('hex'),
      });
      yield entry(
        MANIFEST_ENTRY,
        JSON.stringify({ finishedAt: '2026-11-22T10:00:00Z', firstSegment: '', files }),
      );
    };
  const place = () => ({ folders: { pgdata: into }, room: Infinity });
  await unpack('x', made(content)(), place, () => {});
  expect(readdirSync(into)).toEqual(['PG_VERSION']);
  rmSync(join(into, 'PG_VERSION'));
  await expect(unpack('x', made('otro')(), place, () => {})).rejects.toThrow(/no es lo que se guardó/);
});

test('OPS-34 an endless first entry of a backup does not fill the memory', async () => {
  async function* zeros() {
    for (let sent = 0; sent < 200; sent += 1) yield Buffer.alloc(1_000_000);
  }
  async function* entries() {
    yield { ...entry(HEAD_ENTRY, ''), content: zeros() };
  }
  await expect(
    unpack(
      'x',
      entries(),
      () => ({ folders: {}, room: 0 }),
      () => {},
    ),
  ).rejects.toThrow(/no tiene fin/);
});

/** Unpacks entries with custom limits. */
async function unpackWithin(limits: UnpackLimits, parts: Iterable<ArchiveEntry>): Promise<string> {
  const into = mkdtempSync(join(root, 'c-'));
  async function* entries() {
    yield entry(HEAD_ENTRY, JSON.stringify(HEAD));
    yield* parts;
  }
  const place = () => ({ folders: { data: into, rows: join(into, 'rows') }, room: Infinity });
  await expect(unpack('x', entries(), place, () => {}, limits)).rejects.toThrow(
    /^El respaldo x está dañado.*\.$/,
  );
  return into;
}

test('OPS-58 a backup of more files than any shop has is refused', async () => {
  function* folders() {
    for (let made = 0; ; made += 1) yield { ...entry(`rows/${made}`, ''), isFolder: true };
  }
  const into = await unpackWithin({ entries: 20, spareBytes: 1000 }, folders());
  expect(readdirSync(join(into, 'rows')).length).toBeLessThan(20);
});

test('OPS-58 files that hold more than the backup announces are refused before they fill the disk', async () => {
  function* files() {
    for (let made = 0; ; made += 1) yield entry(`rows/${made}`, 'x'.repeat(100));
  }
  const into = await unpackWithin({ entries: 1000, spareBytes: 1000 }, files());
  const written = readdirSync(join(into, 'rows')).reduce(
    (sum, name) => sum + statSync(join(into, 'rows', name)).size,
    0,
  );
  expect(written).toBeLessThanOrEqual(1000 + 4 * HEAD.bytes);
});

test('OPS-58 a file in a backup that unpacks endlessly is refused', async () => {
  async function* zeros() {
    for (;;) yield Buffer.alloc(1_000_000);
  }
  const into = await unpackWithin({ entries: 10, spareBytes: 5_000_000 }, [
    { ...entry('rows/a', ''), content: zeros() },
  ]);
  expect(statSync(join(into, 'rows/a')).size).toBeLessThanOrEqual(5_000_000 + 4 * HEAD.bytes);
});

test('OPS-63 a backup that announces more than the disk holds does not fill it', async () => {
  const into = mkdtempSync(join(root, 'g-'));
  async function* entries() {
    yield entry(HEAD_ENTRY, JSON.stringify({ ...HEAD, bytes: 1e15 }));
    for (let made = 0; made < 1000; made += 1) yield entry(`rows/${made}`, 'x'.repeat(100));
  }
  const place = () => ({ folders: { rows: join(into, 'rows') }, room: 2000 });
  await expect(unpack('x', entries(), place, () => {})).rejects.toThrow(/de lo que cabe/);
  expect(readdirSync(join(into, 'rows'))).toHaveLength(21);
});

test('OPS-63 the space for a backup is limited by its disks and by a plausible ratio to its own length', () => {
  const file = join(root, 'small');
  writeFileSync(file, 'x'.repeat(1000));
  expect(roomFor(file, [root], 0)).toBe(64_100_000);
  const { bavail, bsize } = statfsSync(root);
  expect(roomFor(file, [root], bavail * bsize)).toBeLessThan(64_000_000);
});

test('OPS-58 a backup with a duplicate file, or a file below another file, is refused', async () => {
  for (const second of ['rows/a', 'rows/a/b']) {
    const into = mkdtempSync(join(root, 'd-'));
    async function* entries() {
      yield entry(HEAD_ENTRY, JSON.stringify(HEAD));
      yield entry('rows/a', 'uno');
      yield entry(second, 'dos');
    }
    const place = () => ({ folders: { data: into, rows: join(into, 'rows') }, room: Infinity });
    await expect(unpack('x', entries(), place, () => {})).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect(readFileSync(join(into, 'rows/a'), 'utf8')).toBe('uno');
  }
});
