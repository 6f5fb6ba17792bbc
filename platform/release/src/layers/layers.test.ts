import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { workspaceOf } from '#src/workspace/workspace-of.ts';
import { inRoot } from '#src/workspace/root.ts';
import { listsOfArchitecture, SOURCES } from '#src/testing/architecture.ts';
import { GROUPS, LAYERS } from './layers.ts';
import { folderOf, layerOf, liesIn, readsOf } from './refuse-import.ts';
import { NAMES, PACKAGES } from './packages.ts';

test('TEST-14 the lists of ARCHITECTURE.md are the table that lint reads', () => {
  const sorted = (reads: readonly string[]) => [...new Set(reads)].sort();
  const named = Object.entries(GROUPS).map(([folder, reads]) => ({ folder, reads }));
  const ours = [...named, ...LAYERS].map(({ folder, reads }) => [folder, sorted(reads)] as const);
  const theirs = [...listsOfArchitecture()].map(([folder, reads]) => [folder, sorted(reads)] as const);
  expect(Object.fromEntries(theirs)).toEqual(Object.fromEntries(ours));
});

test('TEST-14 every folder of sources has its row, and every row its folder', () => {
  expect(SOURCES.length).toBeGreaterThan(1_000);
  expect(SOURCES.filter((file) => !layerOf(file))).toEqual([]);
  const reads = LAYERS.flatMap((layer) => layer.reads.flatMap((read) => GROUPS[read] ?? [read]));
  const named = [...LAYERS.map(({ folder }) => folder), ...reads, ...Object.values(PACKAGES).flat()];
  const missing = named.filter((folder) => !folder.includes('*') && !existsSync(inRoot(folder)));
  expect(missing).toEqual([]);
});

test('TEST-14 folders do not import each other in a cycle', () => {
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
  ['shared/src/orders/b.ts', `import '@taller/server/start-server.ts';`, 'platform/server/src'],
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
    'mfe-reports/src/features/drill-down/a.ts',
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
  ['mfe-orders/vite.config.ts', `import '@taller/release/site/publish';`, 'platform/release/src/site'],
  ['shell/src/routing/a.ts', `import '#src/layout/site.tsx';`, 'shell/src/layout'],
  ['shell/src/routing/b.ts', `import '#src/remotes/registry.ts';`, 'shell/src/remotes'],
  ['shell/src/remotes/a.ts', `import '#src/layout/site.tsx';`, 'shell/src/layout'],
  ['shell/src/remotes/b.ts', `import '@taller/mfe-public/remote/routes.tsx';`, 'mfe-public/src/remote'],
  ['shell/src/features/auth/a.ts', `import '#src/remotes/loading.tsx';`, 'shell/src/remotes'],
  ['shell/src/layout/a.ts', `import '@taller/shared/orders/keys.ts';`, 'shared/src/orders'],
  ['shell/src/service-worker/a.ts', `import '@taller/shared/runtime';`, 'shared/src/runtime'],
  ['shell/src/texts/a.ts', `import '#src/app.tsx';`, 'shell/src'],
  [
    'supabase/functions/a.ts',
    `import '../../platform/server/src/api/lite-app.ts';`,
    'platform/server/src/api',
  ],
  ['supabase/seed/a.ts', `import '../functions/caller.ts';`, 'supabase/functions'],
  ['platform/server/src/http/a.ts', `import '../api/supabase-api.ts';`, 'platform/server/src/api'],
  ['platform/server/src/database/a.ts', `import '../backup/open-shop.ts';`, 'platform/server/src/backup'],
  ['platform/server/src/api/a.ts', `import '@taller/shared/orders/keys.ts';`, 'shared/src/orders'],
  [
    'platform/server/src/api/b.ts',
    `import '../../../release/src/workspace/run.ts';`,
    'platform/release/src/workspace',
  ],
  ['platform/release/src/build/a.ts', `import '#src/site/publish.ts';`, 'platform/release/src/site'],
  ['platform/release/src/workspace/a.ts', `import '#src/tasks/check.ts';`, 'platform/release/src/tasks'],
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
    'mfe-orders/src/features/customers/b.ts',
    `import '#src/features/privacy/a.ts'; import styles from './b.module.css'; void styles;`,
  ],
  ['shell/src/app.tsx', `import '#src/layout/site.tsx'; void import('./prefetch.ts');`],
  [
    'platform/server/src/start-server.ts',
    `import './api/lite-app.ts'; import 'node:fs'; import './run-instance.ts';`,
  ],
  [
    'platform/release/src/tasks/a.ts',
    `import '@taller/server/start-server.ts'; import '#src/site/publish.ts';`,
  ],
  [
    'supabase/test/a.test.ts',
    `import '../../platform/server/src/start-server.ts'; import '@taller/shared/orders/keys.ts';`,
  ],
  ['e2e/a.spec.ts', `import '../shell/src/app.tsx';`],
];

/** Lints these files with the rule alone. @returns the messages by file. */
function lint(
  files: readonly (readonly [file: string, source: string, ...rest: string[]])[],
): Map<string, string[]> {
  const root = mkdtempSync(join(tmpdir(), 'taller-layers-'));
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  };
  write('pnpm-workspace.yaml', '');
  const jsPlugins = [inRoot('platform/release/src/layers/lint-plugin.ts')];
  const categories = { correctness: 'off' };
  write('.oxlintrc.json', JSON.stringify({ jsPlugins, categories, rules: { 'taller/layers': 'error' } }));
  for (const [file, source] of files) write(file, source);
  const { stdout } = spawnSync('oxlint', ['--format=json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  rmSync(root, { recursive: true, force: true });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; message: string }[] };
  const answers = new Map<string, string[]>();
  for (const { filename, message } of diagnostics)
    answers.set(filename, [...(answers.get(filename) ?? []), message]);
  return answers;
}

test('TEST-14 lint refuses every import between two folders that ARCHITECTURE.md does not list, and no other', () => {
  const folders = new Map(
    SOURCES.flatMap((file) => {
      const layer = layerOf(file);
      return layer ? [[folderOf(file, layer), layer] as const] : [];
    }),
  );
  const lists = listsOfArchitecture();
  const imports = (folder: string) =>
    [...folders.keys()].map((target) => `import './${relative(folder, `${target}/b.ts`)}';`).join('\n');
  const answers = lint([...folders.keys()].map((folder) => [`${folder}/a.ts`, imports(folder)]));
  for (const [folder, { folder: row }] of folders) {
    const workspace = workspaceOf(folder);
    const reads = (lists.get(row) ?? [])
      .flatMap((read) => (read in GROUPS ? (lists.get(read) ?? []) : [read]))
      .map((read) => read.replace(/^mfe-\*(?=\/)/, workspace));
    const closed = [...folders.keys()].filter(
      (target) => target !== folder && !reads.some((read) => liesIn(`${target}/`, read)),
    );
    const refused = (answers.get(`${folder}/a.ts`) ?? []).map(
      (message) => / may not import from (\S+):/.exec(message)?.[1],
    );
    expect(new Set(refused), folder).toEqual(new Set(closed));
  }
});

describe('TEST-14 lint', () => {
  let answers: Map<string, string>;
  beforeAll(() => {
    answers = new Map(
      [...lint([...BROKEN, ...ALLOWED])].map(([file, messages]) => [file, messages.join('\n')]),
    );
  });

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
