import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { build, type Rolldown } from 'vite';
import { refusalIn } from '#src/build/build-refused.ts';
import { reactOf } from '#src/workspace/react-version.ts';
import { inRoot } from '#src/workspace/root.ts';
import { notesUsedNames, USED_NAMES_FILE } from './used-names.ts';
import { singleCopies } from './single-copies.ts';

const SITE = reactOf('shell').react;

let remote: string;
beforeEach(() => {
  remote = realpathSync(mkdtempSync(join(tmpdir(), 'taller-own-')));
  put('package.json', '{}');
  put('src/entry.js', 'window.x = 1;');
});
afterEach(() => rmSync(remote, { recursive: true, force: true }));

/** Writes a file of the remote. */
function put(path: string, content: string): void {
  mkdirSync(dirname(join(remote, path)), { recursive: true });
  writeFileSync(join(remote, path), content);
}

/** Installs packages in the remote's folder. */
function install(versions: Readonly<Record<string, string>>): void {
  for (const [name, version] of Object.entries(versions))
    put(`node_modules/${name}/package.json`, JSON.stringify({ name, version }));
}

function linkShared(): void {
  mkdirSync(join(remote, 'node_modules/@taller'), { recursive: true });
  symlinkSync(inRoot('shared'), join(remote, 'node_modules/@taller/shared'));
}

/** Builds the remote. @returns the names that it uses, or the message of the refusal. */
async function builtBy(): Promise<string> {
  try {
    const { output } = (await build({
      configFile: false,
      root: remote,
      logLevel: 'silent',
      plugins: [singleCopies('mfe-orders', remote), notesUsedNames()],
      build: {
        write: false,
        // The shell provides these modules.
        rolldownOptions: {
          input: join(remote, 'src/entry.js'),
          external: /^@taller\/shared\/(runtime|query)$/,
        },
      },
    })) as Rolldown.RolldownOutput;
    const needs = output.find(({ fileName }) => fileName === USED_NAMES_FILE);
    return needs?.type === 'asset' ? String(needs.source) : 'no needs';
  } catch (error) {
    return refusalIn((error as Error).message) ?? String(error);
  }
}

test('SHELL-64 the React that the remote itself resolves is the one that is checked', async () => {
  linkShared();
  install({ react: '18.3.1', 'react-dom': '18.3.1' });
  expect(await builtBy()).toBe(
    `mfe-orders usa react 18.3.1 y el sitio entrega react ${SITE}: pon en su package.json la versión del sitio ("react": "catalog:").`,
  );
  install({ react: '19.99.0', 'react-dom': '19.99.0' });
  expect(await builtBy()).toBe(
    `mfe-orders usa react 19.99.0 y el sitio entrega react ${SITE}: pon en su package.json la versión del sitio ("react": "catalog:").`,
  );
  install({ react: SITE, 'react-dom': '18.3.1' });
  expect(await builtBy()).toBe(
    `mfe-orders usa react-dom 18.3.1 y el sitio entrega react-dom ${SITE}: pon en su package.json la versión del sitio ("react-dom": "catalog:").`,
  );
  install({ react: '19.0.0', 'react-dom': '19.0.0' });
  expect(await builtBy()).toBe('{}');
});

test('SHELL-64 the shared package that the remote resolves is the workspace’s', async () => {
  install({ react: SITE, 'react-dom': SITE });
  put('node_modules/@taller/shared/package.json', '{ "exports": { "./*": "./src/*" } }');
  expect(await builtBy()).toBe(
    'mfe-orders no encuentra el contrato del sitio en @taller/shared: pon en su package.json "@taller/shared": "workspace:*" e instala con npm install.',
  );
  put('node_modules/@taller/shared/src/contract/remote-module.ts', 'export const CONTRACT_VERSION = 7;');
  const copy = relative(inRoot(), join(remote, 'node_modules/@taller/shared'));
  expect(await builtBy()).toBe(
    `mfe-orders usa otra copia de @taller/shared (${copy}) y el contrato del sitio está en shared: pon en su package.json "@taller/shared": "workspace:*" e instala con npm install.`,
  );
});

test('SHELL-64 a library with its own React or shared package is refused, with the source that imports it', async () => {
  linkShared();
  install({ react: SITE, 'react-dom': SITE });
  put('src/entry.js', `import { x } from 'library'; window.x = x;`);
  put('node_modules/library/package.json', '{ "name": "library", "version": "1.0.0", "main": "index.js" }');
  put('node_modules/library/index.js', `export { x } from 'react/own.js';`);
  put('node_modules/library/node_modules/react/own.js', 'export const x = Math.random();');
  const asked = relative(inRoot(), join(remote, 'src/entry.js'));
  expect(await builtBy()).toBe(
    `mfe-orders lleva su propia copia de react, que en la página es una sola: impórtalo como react o react-dom, que entrega el sitio. La pide ${asked}.`,
  );
  put('node_modules/library/index.js', `export { x } from '@taller/shared/own.js';`);
  put('node_modules/library/node_modules/@taller/shared/own.js', 'export const x = Math.random();');
  expect(await builtBy()).toBe(
    `mfe-orders lleva su propia copia de @taller/shared, que en la página es una sola: pon en package.json "@taller/shared": "workspace:*". La pide ${asked}.`,
  );
});

test('SHELL-76 a build says which names of the contract it uses: its own, those of parts of shared and of packages', async () => {
  linkShared();
  install({ react: SITE, 'react-dom': SITE });
  put('node_modules/widgets/package.json', '{ "name": "widgets", "version": "1.0.0", "main": "index.js" }');
  put('node_modules/widgets/index.js', `import { Link } from '@taller/shared/runtime'; window.w = Link;`);
  put(
    'src/entry.js',
    `import 'widgets';
     import { readFacts } from '@taller/shared/runtime';
     import { useQuery as ask } from '@taller/shared/query';
     import { paths } from '@taller/shared/contract/paths.ts';
     import { followTable } from '@taller/shared/data-access/follow-table.ts';
     import './later.ts';
     window.x = [readFacts, ask, paths, followTable];`,
  );
  put(
    'src/later.ts',
    `import type { Toast } from '@taller/shared/runtime';
     // import { toast } from '@taller/shared/runtime';
     export const later = () => import('@taller/shared/query');`,
  );
  expect(JSON.parse(await builtBy())).toEqual({
    '@taller/shared/contract/paths.ts': ['paths'],
    '@taller/shared/query': ['*', 'useQuery'],
    '@taller/shared/runtime': ['Link', 'readFacts', 'supabase'],
  });
});
