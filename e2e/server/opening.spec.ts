import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { partMark } from '@taller/shared/contract/part-marks.ts';
import { openRelease } from '@taller/tooling/opening/open-release';

test('SHELL-40 a screen whose script does not end is named, and the publication comes to an end itself', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taller-opening-'));
  try {
    await mkdir(join(folder, 'assets'));
    await writeFile(
      join(folder, 'index.html'),
      '<!doctype html><script src="/assets/loop-12345678.js"></script>',
    );
    const shown = JSON.stringify(partMark('shown', 'mfe-orders/routes'));
    await writeFile(
      join(folder, 'assets/loop-12345678.js'),
      `performance.mark(${shown}); setTimeout(() => { for (;;); }, 200);`,
    );
    const parts = [{ module: 'routes', path: '/', role: null }];
    const opened = openRelease({ folder, name: 'mfe-orders', build: folder, parts });
    await expect(opened).rejects.toThrow('  / (routes): deja de responder');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
