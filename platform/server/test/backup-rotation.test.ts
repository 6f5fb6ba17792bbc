import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backupPassphrase } from '../src/config/passphrase.ts';
import { keptOf, rotate } from '../src/backup/rotation.ts';
import { segmentsBetween } from '../src/backup/base-backup.ts';
import { optionsFromEnv } from '../src/config/server-options.ts';

const SHOP = '0123456789abcdef';
const nameOf = (day: string, time = '030000') =>
  `taller-01234567-${day.replaceAll('-', '')}T${time}Z.tar.zst`;

test('OPS-36 rotation keeps the newest backup of each of the last days and weeks', () => {
  const days = Array.from({ length: 40 }, (_, n) =>
    new Date(Date.UTC(2026, 10, 22) - n * 86_400_000).toISOString().slice(0, 10),
  );
  const names = days.flatMap((day) => [nameOf(day, '150000'), nameOf(day)]);
  const kept = keptOf(names, SHOP, { daily: 3, weekly: 4 });
  // 22 November 2026 is a Sunday, the last day of its week.
  const expected = ['2026-11-22', '2026-11-21', '2026-11-20', '2026-11-15', '2026-11-08', '2026-11-01'];
  expect(kept).toEqual(expected.map((day) => nameOf(day, '150000')));
  // A shop that was closed for months keeps its backups.
  const old = [nameOf('2026-03-04'), nameOf('2026-01-02')];
  expect(keptOf(old, SHOP, { daily: 3, weekly: 4 })).toEqual(old);
  expect(keptOf(old, SHOP, { daily: 0, weekly: 0 })).toEqual([nameOf('2026-03-04')]);
});

test('OPS-36 rotation removes backups of this shop only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'taller-rotation-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const others = ['foto.png', 'taller-ffffffff-20200101T000000Z.tar.zst', 'taller-01234567-notas.txt'];
  const sealed = `${nameOf('2026-11-22')}.age`;
  for (const name of [...others, nameOf('2026-11-21'), sealed]) writeFileSync(join(folder, name), '');
  expect(rotate(folder, SHOP, { daily: 1, weekly: 1 })).toEqual([sealed]);
  expect(readdirSync(folder).toSorted()).toEqual([sealed, ...others].toSorted());
  expect(rotate(join(folder, 'nowhere'), SHOP, { daily: 1, weekly: 1 })).toEqual([]);
  expect(existsSync(join(folder, 'nowhere'))).toBe(false);
});

test('OPS-31 all segments between two positions are named', () => {
  const MB = 1_048_576;
  expect(segmentsBetween(1, '0/3000028', '0/3000158', 16 * MB)).toEqual(['000000010000000000000003']);
  // A position on a boundary belongs to the preceding segment.
  expect(segmentsBetween(2, '0/FF000028', '1/1000000', 16 * MB)).toEqual([
    '0000000200000000000000FF',
    '000000020000000100000000',
  ]);
});

test('OPS-33 the passphrase comes from the environment or a file, and is long enough', () => {
  const folder = mkdtempSync(join(tmpdir(), 'taller-passphrase-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'clave');
  writeFileSync(file, 'doce o más letras\n');
  expect(backupPassphrase({})).toBeUndefined();
  expect(backupPassphrase({ BACKUP_PASSPHRASE: '' })).toBeUndefined();
  expect(backupPassphrase({ BACKUP_PASSPHRASE_FILE: file })).toBe('doce o más letras');
  expect(() => backupPassphrase({ BACKUP_PASSPHRASE: 'corta' })).toThrow('al menos 12');
  expect(() => backupPassphrase({ BACKUP_PASSPHRASE_FILE: join(folder, 'no') })).toThrow('No se pudo leer');
  expect(() => optionsFromEnv({ BACKUP_DIR: folder, BACKUP_PASSPHRASE: 'corta' })).toThrow('al menos 12');
});

test('OPS-36 backups on a timer are set by the environment', () => {
  expect(optionsFromEnv({}).backups).toBeUndefined();
  expect(optionsFromEnv({ BACKUP_DIR: '/r' }).backups).toEqual({
    folder: '/r',
    everyHours: 24,
    keep: { daily: 7, weekly: 4 },
    testDays: 7,
    sealed: false,
  });
  const env = { BACKUP_DIR: '/r', BACKUP_PASSPHRASE: 'doce o más letras' };
  expect(optionsFromEnv(env).backups).toMatchObject({ sealed: true });
  expect(() => optionsFromEnv({ BACKUP_EVERY_HOURS: 'seis' })).toThrow('BACKUP_EVERY_HOURS');
});
