import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

const TASKS = [
  'publish-remote',
  'new-remote',
  'remove-remote',
  'site-status',
  'rotate-device-key',
  'rotate-record-key',
  'verify-records',
  'reset-admin',
  'trace',
  'conformance',
  'mail-templates',
  'db-diff',
];

for (const [index, task] of TASKS.entries())
  test(
    `OPS-71 ${task} says in a line that it does not know an option`,
    { tags: index === 0 ? [] : ['exhaustive'] },
    () => {
      const run = spawnSync(process.execPath, [inRoot(`platform/release/src/tasks/${task}.ts`), '--nada'], {
        encoding: 'utf8',
      });
      expect(run.status).toBe(1);
      expect(run.stderr).toMatch(/^\n✗ Unknown option '--nada'/);
      expect(run.stderr).not.toMatch(/^\s+at /m);
    },
  );

test('OPS-71 publish-remote --help shows its options and succeeds', () => {
  const run = spawnSync(
    process.execPath,
    [inRoot('platform/release/src/tasks/publish-remote.ts'), '--help'],
    {
      encoding: 'utf8',
    },
  );
  expect([run.status, run.stderr]).toEqual([0, '']);
  expect(run.stdout).toMatch(/^Uso: npm run publish-remote -- REMOTO --site CARPETA/);
});
