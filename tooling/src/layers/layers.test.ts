import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';
import { GROUPS, LAYERS } from './layers.ts';
import { folderOf, layerOf, liesIn, readsOf } from './refuse-import.ts';
import { NAMES, PACKAGES } from './packages.ts';

/** Resolves a name in ARCHITECTURE.md's lists to a folder. @param workspace of the list. */
function folderNamed(name: string, workspace: string): string {
  if (name in GROUPS || name.includes('/src') || name === workspace) return name;
  const [first = '', ...rest] = name.split('/');
  if (name === 'gallery') return `${workspace}/${name}`;
  if (!/^(?:shared|shell|server|tooling|supabase|mfe-.+)$/.test(first))
    return folderNamed(`${workspace}/${name}`, workspace);
  return first === 'supabase' || name === 'tooling/setup' ? name : [first, 'src', ...rest].join('/');
}

/** The lists of ARCHITECTURE.md under `## Layers`: `- folders: what it is. Reads folders.` */
function listsOfArchitecture(): Map<string, string[]> {
  const text = readFileSync(inRoot('ARCHITECTURE.md'), 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith('Layers'));
  const lists = new Map<string, string[]>();
  let workspace = 'shared';
  for (const block of text?.split(/\n(?=- |\n)/) ?? []) {
    workspace = /\*\*([\w-]+(?:\\\*)?)\*\*/.exec(block)?.[1]?.replace('\\', '') ?? workspace;
    if (!block.startsWith('- ')) continue;
    const colon = block.indexOf(':');
    const codes = (part: string) => [...part.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
    const parts = /: shows\s+parts\s+of\s/.test(block);
    const reads = codes(block.slice(Math.max(colon, block.lastIndexOf('Reads ')))).map((name) =>
      parts ? `mfe-*/src/features/${name}` : folderNamed(name, workspace),
    );
    for (const name of codes(block.slice(0, colon)))
      lists.set(
        folderNamed(name, workspace),
        parts ? [...(lists.get('mfe-*/src/features/*') ?? []), ...reads] : reads,
      );
  }
  return lists;
}

test('TEST-14 the lists of ARCHITECTURE.md are the table that lint reads', () => {
  const sorted = (reads: readonly string[]) => [...new Set(reads)].sort();
  const named = Object.entries(GROUPS).map(([folder, reads]) => ({ folder, reads }));
  const ours = [...named, ...LAYERS].map(({ folder, reads }) => [folder, sorted(reads)] as const);
  const theirs = [...listsOfArchitecture()].map(([folder, reads]) => [folder, sorted(reads)] as const);
  expect(Object.fromEntries(theirs)).toEqual(Object.fromEntries(ours));
});

/** Every source folder, with one of its files. */
const SOURCES = globSync('{shared,shell,mfe-*,supabase,server,tooling}/**/*.{ts,tsx}', {
  cwd: inRoot(),
  exclude: ['**/node_modules/**', '**/dist/**', '**/*.test.*', '**/testing/**', '{server,supabase}/test/**'],
});

test('TEST-14 every folder of sources has its row, and every row its folder', () => {
  expect(SOURCES.filter((file) => !layerOf(file))).toEqual([]);
  const reads = LAYERS.flatMap((layer) => layer.reads.flatMap((read) => GROUPS[read] ?? [read]));
  const named = [...LAYERS.map(({ folder }) => folder), ...reads, ...Object.values(PACKAGES).flat()];
  const missing = named.filter((folder) => !folder.includes('*') && !existsSync(inRoot(folder)));
  expect(missing).toEqual([]);
});

test('TEST-14 no folders read each other in a ring', () => {
  const folders = new Map<string, readonly string[]>();
  for (const file of SOURCES) {
    const layer = layerOf(file);
    if (layer) folders.set(folderOf(file, layer), readsOf(file, layer));
  }
  const nexts = (folder: string) =>
    [...folders.keys()].filter(
      (other) =>
        other !== folder &&
        folders.get(folder)?.some((read) => read === other || (read.includes('*') && liesIn(other, read))),
    );
  const rings: string[] = [];
  const done = new Set<string>();
  const visit = (folder: string, path: readonly string[]) => {
    if (path.includes(folder)) rings.push([...path.slice(path.indexOf(folder)), folder].join(' → '));
    if (done.has(folder) || path.includes(folder)) return;
    for (const next of nexts(folder)) visit(next, [...path, folder]);
    done.add(folder);
  };
  for (const folder of folders.keys()) visit(folder, []);
  expect(rings).toEqual([]);
});

/** One import against each rule: the importing file, the import, and the end of the lint message. */
const BROKEN: readonly (readonly [file: string, source: string, answer: string])[] = [
  ['shared/src/values/a.ts', `import '#src/ui/badge.tsx';`, 'shared/src/ui'],
  ['shared/src/config/a.ts', `import '#src/runtime/runtime.ts';`, 'shared/src/runtime'],
  ['shared/src/access/a.ts', `import type { A } from '#src/orders/order.ts';`, 'shared/src/orders'],
  ['shared/src/contract/a.ts', `import '@taller/shared/runtime';`, 'shared/src/runtime'],
  ['shared/src/db/a.ts', `import '#src/values/money.ts';`, 'shared/src/values'],
  ['shared/src/runtime/a.ts', `import '@taller/shared/query';`, 'shared/src/query'],
  ['shared/src/data-access/a.ts', `import '#src/query/query.ts';`, 'shared/src/query'],
  ['shared/src/query/a.ts', `import '#src/orders/keys.ts';`, 'shared/src/orders'],
  ['shared/src/once/a.ts', `import '#src/ui/badge.tsx';`, 'shared/src/ui'],
  ['shared/src/ui/a.ts', `import '#src/data-access/data-error.ts';`, 'shared/src/data-access'],
  ['shared/src/forms/a.ts', `export * from '#src/people/schemas.ts';`, 'shared/src/people'],
  ['shared/src/imports/a.ts', `import '#src/stock/stock-schemas.ts';`, 'shared/src/stock'],
  ['shared/src/people/a.ts', `import '#src/orders/keys.ts';`, 'shared/src/orders'],
  ['shared/src/orders/a.ts', `import '#src/stock/keys.ts';`, 'shared/src/stock'],
  ['shared/src/stock/a.ts', `import '#src/forms/form.tsx';`, 'shared/src/forms'],
  ['shared/src/orders/b.ts', `import '@taller/server/start-server.ts';`, 'server/src'],
  ['shared/gallery/a.ts', `import '../src/people/schemas.ts';`, 'shared/src/people'],
  [
    'mfe-orders/src/values/a.ts',
    `import type { A } from '#src/features/print/a.ts';`,
    'mfe-orders/src/features/print',
  ],
  ['mfe-orders/src/components/a.ts', `import '#src/features/print/a.ts';`, 'mfe-orders/src/features/print'],
  [
    'mfe-orders/src/features/print/a.ts',
    `import '#src/features/orders/a.ts';`,
    'mfe-orders/src/features/orders',
  ],
  [
    'mfe-reports/src/features/orders-behind/a.ts',
    `import '../figures/a.ts';`,
    'mfe-reports/src/features/figures',
  ],
  ['mfe-reports/src/features/users/a.ts', `void import('#src/remote/users.tsx');`, 'mfe-reports/src/remote'],
  [
    'mfe-reports/src/features/users/b.ts',
    `import '../../../../mfe-public/src/features/thanks/a.ts';`,
    'mfe-public/src/features/thanks',
  ],
  [
    'mfe-reports/src/features/users/c.ts',
    `import '@taller/mfe-public/components/a.ts';`,
    'mfe-public/src/components',
  ],
  ['mfe-reports/src/features/users/d.ts', `import '@taller/shared/db/database.types.ts';`, 'shared/src/db'],
  ['mfe-orders/src/remote/a.ts', `import '@taller/shared/ui/badge.tsx';`, 'shared/src/ui'],
  ['mfe-orders/vite.config.ts', `import '@taller/tooling/site/publish';`, 'tooling/src/site'],
  ['shell/src/routing/a.ts', `import '#src/layout/site.tsx';`, 'shell/src/layout'],
  ['shell/src/routing/b.ts', `import '#src/remotes/registry.ts';`, 'shell/src/remotes'],
  ['shell/src/remotes/a.ts', `import '#src/layout/site.tsx';`, 'shell/src/layout'],
  ['shell/src/remotes/b.ts', `import '@taller/mfe-public/remote/routes.tsx';`, 'mfe-public/src/remote'],
  ['shell/src/features/auth/a.ts', `import '#src/remotes/loading.tsx';`, 'shell/src/remotes'],
  ['shell/src/layout/a.ts', `import '@taller/shared/orders/keys.ts';`, 'shared/src/orders'],
  ['shell/src/service-worker/a.ts', `import '@taller/shared/runtime';`, 'shared/src/runtime'],
  ['shell/src/timing/a.ts', `import '#src/app.tsx';`, 'shell/src'],
  ['supabase/functions/a.ts', `import '../../server/src/api/lite-app.ts';`, 'server/src/api'],
  ['supabase/seed/a.ts', `import '../functions/caller.ts';`, 'supabase/functions'],
  ['server/src/http/a.ts', `import '../api/supabase-api.ts';`, 'server/src/api'],
  ['server/src/database/a.ts', `import '../backup/open-shop.ts';`, 'server/src/backup'],
  ['server/src/api/a.ts', `import '@taller/shared/orders/keys.ts';`, 'shared/src/orders'],
  ['server/src/api/b.ts', `import '../../../tooling/src/workspace/run.ts';`, 'tooling/src/workspace'],
  ['tooling/src/build/a.ts', `import '#src/site/publish.ts';`, 'tooling/src/site'],
  ['tooling/src/workspace/a.ts', `import '#src/tasks/check.ts';`, 'tooling/src/tasks'],
  ['shared/src/other/a.ts', `import '#src/values/money.ts';`, 'shared/src/other'],
  ['shared/src/values/a.test.ts', `import '@taller/server/start-server.ts';`, 'shared'],
  [
    'mfe-orders/src/features/print/a.test.ts',
    `import '@taller/mfe-public/components/a.ts';`,
    'mfe-orders, shared',
  ],
  ['mfe-orders/src/features/print/b.ts', `import { supabase } from '@taller/shared/runtime';`, 'supabase'],
  ['shell/src/layout/b.ts', `export { supabase } from '@taller/shared/runtime';`, 'supabase'],
  ...Object.keys(PACKAGES).map(
    (name, index) => [`mfe-customer/src/components/p${index}.ts`, `import '${name}';`, name] as const,
  ),
];
/** The table's rows, in all forms of imports. */
const ALLOWED: readonly (readonly [file: string, source: string])[] = [
  [
    'shared/src/orders/c.ts',
    `import '#src/people/keys.ts'; import { supabase } from '@taller/shared/runtime'; supabase();`,
  ],
  ['mfe-orders/src/features/orders/a.ts', `import '#src/components/a.ts'; import './b.ts'; import 'react';`],
  [
    'mfe-orders/src/features/appointments/b.ts',
    `import '#src/features/privacy/a.ts'; import styles from './b.module.css'; void styles;`,
  ],
  ['shell/src/app.tsx', `import '#src/layout/site.tsx'; void import('./prefetch.ts');`],
  ['server/src/start-server.ts', `import './api/lite-app.ts'; import 'node:fs'; import './run-instance.ts';`],
  ['tooling/src/tasks/a.ts', `import '@taller/server/start-server.ts'; import '#src/site/publish.ts';`],
  [
    'supabase/test/a.test.ts',
    `import '../../server/src/start-server.ts'; import '@taller/shared/orders/keys.ts';`,
  ],
  ['e2e/a.spec.ts', `import '../shell/src/app.tsx';`],
];

describe('TEST-14 lint', () => {
  let root: string;
  let answers: Map<string, string>;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'taller-layers-'));
    const write = (file: string, content: string) => {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), content);
    };
    write('pnpm-workspace.yaml', '');
    const jsPlugins = [inRoot('tooling/src/layers/lint-plugin.ts')];
    const categories = { correctness: 'off' };
    write('.oxlintrc.json', JSON.stringify({ jsPlugins, categories, rules: { 'taller/layers': 'error' } }));
    for (const [file, source] of [...BROKEN, ...ALLOWED]) write(file, source);
    const { stdout } = spawnSync('oxlint', ['--format=json'], { cwd: root, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; message: string }[] };
    answers = new Map(diagnostics.map(({ filename, message }) => [filename, message]));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test.each(BROKEN)('refuses %s: %s', (file, _source, target) => {
    const answer = answers.get(file);
    expect(answer).toContain(target);
    expect(answer).toMatch(/ may not import from | only\.$| is missing from /);
  });

  test.each(ALLOWED)('lets %s: %s', (file) => {
    expect(answers.get(file)).toBeUndefined();
  });

  test('every package and name that one folder wraps is refused once', () => {
    expect(NAMES.flatMap(({ names }) => names)).toContain('supabase');
    expect([...answers.keys()].sort()).toEqual(BROKEN.map(([file]) => file).sort());
  });
});
