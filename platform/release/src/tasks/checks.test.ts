import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

let root: string;
const write = (file: string, content: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
};
const knip = (...args: string[]) => spawnSync('knip', args, { cwd: root, encoding: 'utf8' }).stdout;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'taller-knip-'));
  write('package.json', readFileSync(inRoot('package.json'), 'utf8'));
  write('pnpm-workspace.yaml', 'packages: [shared, platform/release]');
  write('knip.json', readFileSync(inRoot('knip.json'), 'utf8'));
  for (const name of ['shared', 'platform/release'])
    write(`${name}/package.json`, readFileSync(inRoot(name, 'package.json'), 'utf8'));
  write(
    'shared/src/values/a.ts',
    'export const used = 1;\nexport const tested = 2;\nexport const unused = 3;\n',
  );
  write('shared/src/values/a.test.ts', `import { tested } from './a.ts';\nvoid tested;\n`);
  write(
    'platform/release/src/tasks/a.ts',
    `import { used } from '@taller/shared/values/a.ts';\nvoid used;\n`,
  );
  write('vitest.config.ts', 'export default {};');
  mkdirSync(join(root, 'platform/release/node_modules/@taller'), { recursive: true });
  symlinkSync(join(root, 'shared'), join(root, 'platform/release/node_modules/@taller/shared'), 'dir');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('TEST-15 an export of shared that nobody uses is found', () => {
  const found = knip('--include', 'exports');
  expect(found).toContain('unused ');
  expect(found).not.toMatch(/^used /m);
  expect(found).not.toContain('tested');
});

test('TEST-15 an export that only a test uses is found', () => {
  const found = knip('--production', '--include', 'exports');
  expect(found).toContain('tested ');
  expect(found).toContain('unused ');
  expect(found).not.toMatch(/^used /m);
});
