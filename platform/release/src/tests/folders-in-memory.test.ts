import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepFoldersInMemory } from './folders-in-memory.ts';

test('TEST-43 folders of tests are made where TMPDIR says', () => {
  vi.stubEnv('TMPDIR', '/somewhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  keepFoldersInMemory();
  expect(tmpdir()).toBe('/somewhere');
});

test('TEST-43 without TMPDIR, folders of tests are made where files can be executed', () => {
  vi.stubEnv('TMPDIR', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  keepFoldersInMemory();
  expect(['/dev/shm', '/tmp']).toContain(tmpdir());
  const folder = mkdtempSync(join(tmpdir(), 'taller-program-'));
  try {
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\necho done\n', { mode: 0o755 });
    expect(spawnSync(program, { encoding: 'utf8' }).stdout).toBe('done\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
