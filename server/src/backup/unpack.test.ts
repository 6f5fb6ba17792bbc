import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ArchiveEntry } from './archive-reader.ts';
import { HEAD_ENTRY } from './manifest.ts';
import { unpack } from './unpack.ts';

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
  // Where another shop's cluster lies: what is read in next would go there.
  'data/postgres-folder',
  'data/postgres/data-folder',
  'data/instance.json',
  'data/instance.lock',
])('OPS-34 a backup that somebody made up puts nothing in %s', async (name) => {
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
    () => ({ data: into, rows: join(into, 'rows') }),
    () => {},
  );
  await expect(unpacked).rejects.toThrow(/dañado/);
  expect([readdirSync(folder), readdirSync(into), existsSync('/tmp/taller-fuera')]).toEqual([
    ['b'],
    [],
    false,
  ]);
});

test('OPS-34 a first entry without end does not fill the memory', async () => {
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
      () => ({}),
      () => {},
    ),
  ).rejects.toThrow(/no tiene fin/);
});
