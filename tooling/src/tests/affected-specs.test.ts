import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { affectedSpecs } from './affected-specs.ts';

let root: string;
const write = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};
const DESK = 'e2e/mfe-orders/desk.spec.ts';
const FORM = 'e2e/mfe-orders/form.spec.ts';
const REPORTS = 'e2e/mfe-reports/reports.spec.ts';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'taller-affected-'));
  for (const spec of [DESK, FORM, REPORTS]) write(spec, '');
  write('.cache/e2e-sources/mfe-orders/desk.spec.ts.json', '["mfe-orders/src/desk.tsx","shared/src/a.ts"]');
  write('.cache/e2e-sources/mfe-orders/form.spec.ts.json', '["mfe-orders/src/form.tsx","shared/src/a.ts"]');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each<[what: string, changed: string[], specs: string[]]>([
  ['a file that one test runs', ['mfe-orders/src/form.tsx'], [FORM]],
  ['a file that several run', ['shared/src/a.ts'], [DESK, FORM]],
  ['a file of a remote that none is known to run', ['mfe-orders/src/new.tsx'], [DESK, FORM]],
  ['a shared file that none is known to run', ['shared/src/b.ts'], [DESK, FORM, REPORTS]],
  ['a test itself', [REPORTS], [REPORTS]],
  ['what tests share', ['e2e/support/fixtures.ts'], [DESK, FORM, REPORTS]],
  ['the server', ['server/src/start-server.ts'], [DESK, FORM, REPORTS]],
  ['documents and unit tests', ['docs/deploy.md', 'README.md', 'shared/src/a.test.ts'], []],
])('TEST-10 %s concerns the browser tests that can notice', (_, changed, specs) => {
  expect(affectedSpecs(changed, root)).toEqual(specs);
});
