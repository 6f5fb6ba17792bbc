import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { affectedTests } from './affected-tests.ts';

let root: string;
const write = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};
const DESK = 'mfe-orders/desk.spec.ts';
const FORM = 'mfe-orders/form.spec.ts';
const REPORTS = 'mfe-reports/reports.spec.ts';
const SCREENS = 'shell/screens.spec.ts';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'taller-affected-'));
  for (const spec of [DESK, FORM, REPORTS]) write(`e2e/${spec}`, '');
  write(`e2e/${SCREENS}`, "import '../x.ts';\n\ntest.describe.configure({ mode: 'parallel' });\n");
  const ran = (spec: string, tests: Record<string, string[]>) => {
    for (const [title, sources] of Object.entries(tests))
      write(
        `.cache/e2e-sources/${spec}/${title.slice(0, 4)}${title.length}.json`,
        JSON.stringify({ title, sources }),
      );
  };
  ran(DESK, { 'A-01 a': ['mfe-orders/src/desk.tsx'], 'A-02 b': ['shared/src/a.ts'] });
  ran(FORM, { 'A-03 c': ['mfe-orders/src/form.tsx', 'shared/src/a.ts'] });
  ran(SCREENS, { 'U-01 desk': ['mfe-orders/src/desk.tsx'], 'U-01 users': ['mfe-reports/src/users.tsx'] });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each<[what: string, changed: string[], tests: string[]]>([
  ['a file that the tests of one file run', ['mfe-orders/src/form.tsx'], [FORM]],
  ['a file that several run', ['shared/src/a.ts'], [DESK, FORM]],
  [
    'a file that single tests run of a file whose order does not matter',
    ['mfe-orders/src/desk.tsx'],
    [DESK, `${SCREENS} › U-01 desk`],
  ],
  ['the same, with the whole file changed', ['mfe-reports/src/users.tsx', `e2e/${SCREENS}`], [SCREENS]],
  ['a file of a remote that none is known to run', ['mfe-orders/src/new.tsx'], [DESK, FORM]],
  ['a shared file that none is known to run', ['shared/src/b.ts'], [DESK, FORM, REPORTS, SCREENS]],
  ['a test itself', [`e2e/${REPORTS}`], [REPORTS]],
  ['what tests share', ['e2e/support/fixtures.ts'], [DESK, FORM, REPORTS, SCREENS]],
  ['the server', ['server/src/start-server.ts'], [DESK, FORM, REPORTS, SCREENS]],
  ['documents and unit tests', ['docs/deploy.md', 'README.md', 'shared/src/a.test.ts'], []],
])('TEST-10 %s concerns the browser tests that can notice', (_, changed, tests) => {
  expect(affectedTests(changed, root)).toEqual(tests);
});
