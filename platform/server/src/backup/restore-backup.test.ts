import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restoreBackup } from './restore-backup.ts';

/** Process ids above the kernel's maximum do not exist. */
const NOBODY_RUNS = 99_999_999;

test.skipIf(process.getuid?.() !== 0)(
  'OPS-65 a restore deletes what its own user left beside a folder, and follows nobody else’s links',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'taller-attempts-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const attempt = (name: string) => join(root, `data.restaurando-${NOBODY_RUNS}-${name}`);
    const kept = join(root, 'kept');
    for (const folder of [attempt('own'), attempt('foreign'), kept]) {
      mkdirSync(folder);
      writeFileSync(join(folder, 'file'), '');
    }
    chownSync(attempt('foreign'), 65_534, 65_534);
    symlinkSync(kept, attempt('link'));
    const restore = restoreBackup({ file: join(root, 'missing'), into: join(root, 'data') });
    await expect(restore).rejects.toThrow(/No se pudo leer el respaldo/);
    expect(existsSync(attempt('own'))).toBe(false);
    for (const path of [join(attempt('foreign'), 'file'), join(attempt('link'), 'file'), join(kept, 'file')])
      expect(existsSync(path)).toBe(true);
  },
);
