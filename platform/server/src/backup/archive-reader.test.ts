import { copyFileSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { pack as newPack, type Header } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readArchive } from './archive-reader.ts';
import { withTrailer } from './trailer.ts';

let root: string;
beforeAll(() => (root = mkdtempSync(join(tmpdir(), 'taller-archive-'))));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A forged backup file, without a passphrase. */
async function archive(tar: Readable): Promise<string> {
  const file = join(mkdtempSync(join(root, 'a-')), 'taller.tar.zst');
  await pipeline(tar, createZstdCompress(), withTrailer(), createWriteStream(file));
  return file;
}

async function read(file: string): Promise<void> {
  for await (const { content } of readArchive(file, {}))
    for await (const chunk of content) expect(chunk.length).toBeGreaterThan(0);
}

test.each<{ type: Header['type']; name: string; linkname?: string }>([
  { name: 'data/installation.json', type: 'symlink', linkname: '/etc/passwd' },
  { name: 'data/installation.json', type: 'link', linkname: '/etc/passwd' },
  { name: 'data/fifo', type: 'fifo' },
  { name: 'data/disk', type: 'block-device' },
])('OPS-58 a backup with a $type is refused', async (header) => {
  const tar = newPack();
  tar.entry(header);
  tar.finalize();
  const file = await archive(Readable.from(tar, { objectMode: false }));
  await expect(read(file)).rejects.toThrow(/está dañado o incompleto/);
});

test('OPS-60 with a passphrase, an unencrypted backup of any name is refused unless it is allowed explicitly', async () => {
  const tar = newPack();
  tar.entry({ name: 'respaldo.json' }, '{}', () => tar.finalize());
  const plain = await archive(Readable.from(tar, { objectMode: false }));
  const disguised = `${plain}.age`;
  copyFileSync(plain, disguised);
  const passphrase = 'una clave bastante larga';
  const next = (file: string, acceptsPlain?: boolean) =>
    readArchive(file, { passphrase, acceptsPlain }).next();
  for (const file of [plain, disguised])
    await expect(next(file)).rejects.toThrow(/no está cifrado, .*agrega --unsealed/);
  expect((await next(plain, true)).value).toMatchObject({ name: 'respaldo.json' });
});

test('OPS-60 a path that is not a regular file is refused as a backup, without waiting for it', async () => {
  await expect(read(root)).rejects.toThrow(/no es un archivo/);
});

test('OPS-58 an endless header does not fill the memory', async () => {
  const header = Buffer.alloc(512);
  header.write('PaxHeader');
  header.write('0000600\0', 100);
  header.write('77777777777\0', 124);
  header.write('00000000000\0', 136);
  header.write('x', 156);
  header.write('ustar\u000000', 257, 'latin1');
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  function* endless() {
    yield header;
    for (let sent = 0; sent < 200; sent += 1) yield Buffer.alloc(1_000_000);
  }
  await expect(read(await archive(Readable.from(endless())))).rejects.toThrow(/está dañado o incompleto/);
});

test('OPS-58 a large file in a backup is read, whether its content is used or skipped', async () => {
  const tar = newPack();
  const big = Buffer.alloc(70_000_000);
  tar.entry({ name: 'data/a' }, big, () => tar.entry({ name: 'data/b' }, 'fin', () => tar.finalize()));
  const file = await archive(Readable.from(tar, { objectMode: false }));
  const names: string[] = [];
  for await (const { name } of readArchive(file, {})) names.push(name);
  expect(names).toEqual(['data/a', 'data/b']);
  await read(file);
});
