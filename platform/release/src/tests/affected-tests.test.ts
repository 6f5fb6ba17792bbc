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
  for (const spec of [DESK, FORM, REPORTS, SCREENS]) write(`e2e/${spec}`, '');
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
  ['a file that one test runs', ['mfe-orders/src/form.tsx'], [`${FORM} › A-03 c`]],
  ['a file that several run', ['shared/src/a.ts'], [`${DESK} › A-02 b`, `${FORM} › A-03 c`]],
  ['the same, with the whole file changed', ['mfe-reports/src/users.tsx', `e2e/${SCREENS}`], [SCREENS]],
  ['a file of a remote that none is known to run', ['mfe-orders/src/new.tsx'], [DESK, FORM]],
  ['a shared file that none is known to run', ['shared/src/b.ts'], [DESK, FORM, REPORTS, SCREENS]],
  ['a test itself', [`e2e/${REPORTS}`], [REPORTS]],
  ['what tests share', ['e2e/support/fixtures.ts'], [DESK, FORM, REPORTS, SCREENS]],
  ['the server', ['platform/server/src/start-server.ts'], [DESK, FORM, REPORTS, SCREENS]],
  ['documents and unit tests', ['docs/deploy.md', 'README.md', 'shared/src/a.test.ts'], []],
])('TEST-10 %s concerns the browser tests that can notice', (_, changed, tests) => {
  expect(affectedTests(changed, new Map(), root)).toEqual({ tests, leftOut: 0 });
});

test('TEST-10 of many tests those of the changed remote come first, then those that ran least, and the others are counted', () => {
  const own = join(root, 'many');
  const note = (spec: string, title: string, sources: number) => {
    mkdirSync(join(own, 'e2e', dirname(spec)), { recursive: true });
    writeFileSync(join(own, 'e2e', spec), '');
    mkdirSync(join(own, '.cache/e2e-sources', spec), { recursive: true });
    const ran = ['mfe-orders/src/a.ts', ...Array.from({ length: sources }, (_, n) => `shared/src/${n}.ts`)];
    writeFileSync(
      join(own, '.cache/e2e-sources', spec, `${title}.json`),
      JSON.stringify({ title, sources: ran }),
    );
  };
  for (let n = 10; n < 25; n += 1) note(DESK, `A-${n}`, 9);
  note(DESK, 'A-99 @exhaustive', 1);
  note(SCREENS, 'B-01', 3);
  note(SCREENS, 'B-02', 2);
  const { tests, leftOut } = affectedTests(['mfe-orders/src/a.ts'], new Map(), own);
  expect(tests).toHaveLength(16);
  expect(tests.filter((line) => line.startsWith(SCREENS))).toEqual([`${SCREENS} › B-02`]);
  expect(leftOut).toBe(1);
});

test('TEST-10 a function of the database concerns the tests whose pages ran its callers', () => {
  const steps = new Map([
    ['supabase/schemas/10_orders.sql', 0],
    ['supabase/test/orders.test.ts', 1],
    ['shared/src/a.ts', 2],
    ['mfe-orders/src/desk.tsx', 3],
  ]);
  const tests = [`${DESK} › A-02 b`, `${FORM} › A-03 c`];
  expect(affectedTests(['supabase/schemas/10_orders.sql'], steps, root)).toEqual({ tests, leftOut: 0 });
});

test('TEST-10 for a file that no test is known to run, tests with similar names come first, up to the same number', () => {
  const own = mkdtempSync(join(tmpdir(), 'taller-unknown-'));
  mkdirSync(join(own, 'e2e/mfe-orders'), { recursive: true });
  const spec = (name: string, tests: number) =>
    writeFileSync(join(own, `e2e/mfe-orders/${name}.spec.ts`), "test('A-01 a', () => {});\n".repeat(tests));
  spec('approval', 15);
  spec('desk-widths', 10);
  spec('print', 4);
  const { tests, leftOut } = affectedTests(['mfe-orders/src/desk/line.tsx'], new Map(), own);
  rmSync(own, { recursive: true });
  expect(tests).toEqual(['mfe-orders/desk-widths.spec.ts', 'mfe-orders/print.spec.ts']);
  expect(leftOut).toBe(15);
});
