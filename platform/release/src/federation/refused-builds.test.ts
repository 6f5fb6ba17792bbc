import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from 'vite';
import { refusalIn } from '#src/build/build-refused.ts';
import { inRoot } from '#src/workspace/root.ts';
import { reactMisfit } from '#src/workspace/react-version.ts';
import { duplicatesIn } from './bundled-packages.ts';
import { cssModules } from './css-modules.ts';
import { scopedStyles, unscopedParts } from './scoped-styles.ts';
import { singleCopies } from './single-copies.ts';
import { noUnverifiableCode } from './unverifiable-code.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'taller-refused-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Builds some code as part of a package of the workspace. */
async function buildOf(code: string, standsIn = 'mfe-orders'): Promise<string> {
  const entry = inRoot(standsIn, 'src/entry-of-a-test.js');
  try {
    await build({
      configFile: false,
      root: inRoot(standsIn),
      mode: 'production',
      logLevel: 'silent',
      css: { modules: cssModules() },
      plugins: [
        {
          name: 'entry-of-a-test',
          resolveId: (id) => (id === entry ? entry : null),
          load: (id) => (id === entry ? code : null),
        },
        singleCopies('mfe-orders'),
        scopedStyles('mfe-orders'),
        noUnverifiableCode('mfe-orders'),
      ],
      build: { write: false, rolldownOptions: { input: entry, external: ['react'] } },
    });
    return 'built';
  } catch (error) {
    return refusalIn((error as Error).message) ?? String(error);
  }
}

test.each([
  [
    'react-dom',
    'mfe-orders',
    `import { createRoot } from 'react-dom/client'; window.x = createRoot;`,
    'impórtalo como react o react-dom, que entrega el sitio',
  ],
  [
    'react-router',
    'shared',
    `import { useParams } from 'react-router-dom'; window.x = useParams;`,
    `impórtalo de '@taller/shared/runtime'`,
  ],
  [
    '@tanstack/react-query',
    'shared',
    `import { useQuery } from '@tanstack/react-query'; window.x = useQuery;`,
    `impórtalo de '@taller/shared/query'`,
  ],
  [
    '@supabase/supabase-js',
    'shared',
    `import { createClient } from '@supabase/supabase-js'; window.x = createClient;`,
    'usa las consultas y mutaciones de @taller/shared, que usan el cliente del sitio',
  ],
])(
  'SHELL-64 a build with its own copy of %s is refused, with the source that imports it',
  async (library, standsIn, code, instead) => {
    expect(await buildOf(code, standsIn)).toBe(
      `mfe-orders lleva su propia copia de ${library}, que en la página es una sola: ${instead}. ` +
        `La pide ${standsIn}/src/entry-of-a-test.js.`,
    );
  },
);

test('SHELL-64 JSX of the remote itself does not count as a copy of React', async () => {
  expect(await buildOf(`import { jsx } from 'react/jsx-runtime'; window.x = jsx('p', {});`)).toBe('built');
});

test('SHELL-64 a remote’s own React has the shell’s major version and no newer minor one', () => {
  const shell = { react: '19.3.1', 'react-dom': '19.3.1' };
  expect(reactMisfit('mfe-x', { react: '18.3.1', 'react-dom': '18.3.1' }, shell)).toBe(
    'mfe-x usa react 18.3.1 y el sitio entrega react 19.3.1: pon en su package.json la versión del sitio ("react": "catalog:").',
  );
  expect(reactMisfit('mfe-x', { react: '19.3.1', 'react-dom': '18.0.0' }, shell)).toContain(
    'usa react-dom 18.0.0',
  );
  expect(reactMisfit('mfe-x', { react: '19.3.1', 'react-dom': '19.10.0' }, shell)).toBe(
    'mfe-x usa react-dom 19.10.0 y el sitio entrega react-dom 19.3.1: pon en su package.json la versión del sitio ("react-dom": "catalog:").',
  );
  expect(reactMisfit('mfe-x', { react: '19.0.0', 'react-dom': '19.3.9' }, shell)).toBeNull();
  expect(reactMisfit('mfe-x', {}, shell)).toBeNull();
});

test('SHELL-65 packages in several versions are named with their bytes, others are not', () => {
  const at = (path: string) => `/w/node_modules/.pnpm/${path}`;
  const chunks = [
    {
      modules: {
        [at('zod@4.1.0/node_modules/zod/v4/index.js')]: { renderedLength: 50_000 },
        [at('zod@3.0.0/node_modules/zod/index.js')]: { renderedLength: 40_000 },
        [at('clsx@2.0.0/node_modules/clsx/index.js')]: { renderedLength: 300 },
      },
    },
    {
      modules: {
        [at('zod@4.1.0/node_modules/zod/v4/core.js')]: { renderedLength: 2_000 },
        [at('clsx@1.0.0/node_modules/clsx/index.js')]: { renderedLength: 0 },
        '/w/mfe-x/src/a.ts': { renderedLength: 9 },
      },
    },
  ];
  const version = (from: string) => /@(\d[^/]*)/.exec(from)?.[1] ?? '';
  expect(duplicatesIn(chunks, version)).toEqual([
    { name: 'zod', version: '4.1.0', bytes: 52_000 },
    { name: 'zod', version: '3.0.0', bytes: 40_000 },
  ]);
});

test.each([
  ['body { margin: 0 }', ['body']],
  ['.card_0a1b2c, h1 { margin: 0 }', ['h1']],
  ['.button { margin: 0 }', ['.button']],
  [':root { --x: 1px }', [':root']],
  ['@layer mfe-x { a { color: red } }', ['a', '@layer mfe-x']],
  ['@font-face { font-family: X; src: url(x) }', ['@font-face']],
  ['@keyframes spin { to { rotate: 1turn } }', ['@keyframes spin']],
  ['@media print { a { color: red } .x_0a1b2c { color: red } }', ['a']],
  [':not(.card_0a1b2c) { margin: 0 }', [':not(.card_0a1b2c)']],
  ['body:not(:has(.card_0a1b2c)) h1 { margin: 0 }', ['body:not(:has(.card_0a1b2c)) h1']],
  [':is(.card_0a1b2c, h1) { margin: 0 }', [':is(.card_0a1b2c, h1)']],
  [':where(:is(h1), .card_0a1b2c) p { margin: 0 }', [':where(:is(h1), .card_0a1b2c) p']],
  ['[title=".card_0a1b2c"] { margin: 0 }', ['[title=".card_0a1b2c"]']],
  ['.card_0a1b2c { :not(&) { margin: 0 } }', [':not(&)']],
  ['.card_0a1b2c { @media print { body:not(:has(&)) { margin: 0 } } }', ['body:not(:has(&))']],
  ['.card_0a1b2c > :not(.title_0a1b2c), .card_0a1b2c:not([title=")"]) { margin: 0 }', []],
  ['li:is(.a_0a1b2c, ul > .b_0a1b2c:hover):nth-child(2n + 1) { margin: 0 }', []],
  ['body:has(> .sheet_0a1b2c) > :not(.sheet_0a1b2c) { margin: 0 }', []],
  ['.card_0a1b2c { &:not(:first-child) { margin: 0 } .list & { margin: 0 } h1:not(.x) { margin: 0 } }', []],
  ['.card_0a1b2c { & h1 { margin: 0 } } body .card_0a1b2c > p { margin: 0 }', []],
  ['@keyframes spin_0a1b2c { from { rotate: 0turn } to { rotate: 1turn } }', []],
  ['@container (width > 1px) { @supports (x: y) { .a_0a1b2c:hover { margin: 0 } } }', []],
])('SHELL-66 %s', (css, unscoped) => {
  expect(unscopedParts(css)).toEqual(unscoped);
});

test('SHELL-66 a build with styles for the whole page is refused; those of a module are not', async () => {
  const plain = join(folder, 'plain.css');
  writeFileSync(plain, 'body { margin: 0 } .card { color: red }');
  expect(await buildOf(`import ${JSON.stringify(plain)};`)).toBe(
    'mfe-orders lleva estilos que cambian todo el sitio: body, .card. Ponlos en un archivo .module.css, en una clase.',
  );
  for (const query of ['inline', 'raw']) {
    const asText = `${plain}?${query}`;
    expect(await buildOf(`import css from ${JSON.stringify(asText)}; window.x = css;`)).toBe(
      `mfe-orders lleva estilos como texto (${relative(inRoot(), asText)}), que pueden cambiar todo el sitio. ` +
        'Ponlos en un archivo .module.css, en una clase.',
    );
  }
  const leaking = join(folder, 'leaking.module.css');
  writeFileSync(leaking, '.card { color: red } :global(h1) { color: red }');
  expect(await buildOf(`import styles from ${JSON.stringify(leaking)}; window.x = styles;`)).toBe(
    'mfe-orders lleva estilos que cambian todo el sitio: h1. Ponlos en un archivo .module.css, en una clase.',
  );
  const own = join(folder, 'own.module.css');
  writeFileSync(own, '.card { color: red; & h1 { color: red } } @media print { .card { color: black } }');
  expect(await buildOf(`import styles from ${JSON.stringify(own)}; window.x = styles;`)).toBe('built');
});

const COMPUTED =
  'mfe-orders importa código con un nombre que se arma al ejecutar, o de otro sitio, y nadie puede verificarlo antes. ' +
  'Escribe en import() el nombre del archivo. Está en mfe-orders/src/entry-of-a-test.js.';
test.each([
  ['a computed name', 'window.x = (name) => import(/* @vite-ignore */ name);', COMPUTED],
  ['a name with parts', 'window.x = (name) => import(/* @vite-ignore */ `./${name}.js`);', COMPUTED],
  ['an address', `window.x = () => import(/* @vite-ignore */ 'https://otro.example/x.js');`, COMPUTED],
  ['words about it', `window.x = ['import(name)', 'Worker'];`, 'built'],
])('SHELL-72 a build that imports code which no hash covers is refused: %s', async (_, code, outcome) => {
  expect(await buildOf(code)).toBe(outcome);
});

test('SHELL-72 a build with a worker is refused, and one that imports its own files later is not', async () => {
  const later = join(folder, 'later.js');
  writeFileSync(later, 'export const later = 1;');
  expect(await buildOf(`window.x = () => import(${JSON.stringify(later)});`)).toBe('built');
  const worker = `new Worker(new URL(${JSON.stringify(later)}, import.meta.url), { type: 'module' })`;
  expect(await buildOf(`window.x = ${worker};`)).toMatch(
    /^mfe-orders crea un Worker \(.*later-.*\.js\): nadie puede verificar su código/,
  );
});
