import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

test.each([
  'new-remote',
  'remove-remote',
  'publish-remote',
  'site-status',
  'rotate-device-key',
  'reset-admin',
  'trace',
  'conformance',
  'mail-templates',
  'db-diff',
])('OPS-71 %s says in a line that it does not know an option', (task) => {
  const run = spawnSync(process.execPath, [inRoot(`tooling/src/tasks/${task}.ts`), '--nada'], {
    encoding: 'utf8',
  });
  expect(run.status).toBe(1);
  expect(run.stderr).toMatch(/^\n✗ Unknown option '--nada'/);
  expect(run.stderr).not.toMatch(/^\s+at /m);
});

test('OPS-71 publish-remote shows its options when asked, which is no failure', () => {
  const run = spawnSync(process.execPath, [inRoot('tooling/src/tasks/publish-remote.ts'), '--help'], {
    encoding: 'utf8',
  });
  expect([run.status, run.stderr]).toEqual([0, '']);
  expect(run.stdout).toMatch(/^Uso: npm run publish-remote -- REMOTO --site CARPETA/);
});
