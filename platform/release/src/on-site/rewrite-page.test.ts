import { expect, test } from 'vitest';
import type { Registry, RegistryRemote } from '@taller/shared/contract/registry.ts';
import { rewritePage, withLocal } from './rewrite-page.ts';

const remote = (name: RegistryRemote['name'], entry: string): RegistryRemote => ({
  name,
  entry,
  entryJs: [],
  contract: 1,
  runtime: '1.4',
  build: 'ab12',
  modules: { routes: { js: [], css: [] } },
});
const PUBLIC = remote('mfe-public', '/remotes/mfe-public/ab12/entry.js');
const ORDERS = remote('mfe-orders', 'https://cdn.example/mfe-orders/ab12/entry.js');
const registry: Registry = { release: 'r1', remotes: [PUBLIC, ORDERS] };
const local = (name: RegistryRemote['name']) => ({ ...remote(name, '/_local/entry'), build: 'local' });

const page = (links: readonly string[]) => `<!doctype html><html><head>
    <link rel="modulepreload" crossorigin href="/assets/index-1.js">
    ${links.map((href) => `<link rel="stylesheet" crossorigin integrity="sha384-x" href="${href}">`).join('\n    ')}
    <script type="application/json" id="taller-remotes">${JSON.stringify(registry).replaceAll('<', '\\u003c')}</script>
  </head><body>
    <div id="root" data-prerendered="/servicios"><div class="a"><div>uno</div></div><main>dos</main></div>
    <noscript><div>sin scripts</div></noscript></body></html>`;
const registryIn = (html: string) =>
  JSON.parse(/id="taller-remotes">([^<]*)</.exec(html)?.[1] ?? '') as Registry;

test('SHELL-70 a page names the local remote instead of the published one, and leaves other remotes unchanged', () => {
  const html = rewritePage(page([]), local('mfe-orders'));
  expect(registryIn(html)).toEqual({ release: 'r1', remotes: [PUBLIC, local('mfe-orders')] });
  expect(withLocal(registry, local('mfe-public')).remotes[1]).toEqual(ORDERS);
  // A prerendered page of another remote is taken over as on the site.
  expect(html).toContain('data-prerendered="/servicios"');
});

test('SHELL-71 nothing of the builds of that remote is left in its own page: files, styles, prerendered content', () => {
  const html = rewritePage(page(['/remotes/mfe-public/ab12/a.css']), local('mfe-public'));
  expect(html).not.toContain('/remotes/mfe-public/');
  expect(html).toContain('<div id="root"></div>\n    <noscript><div>sin scripts</div></noscript>');
  expect(html).toContain('href="/assets/index-1.js"');
  // Also where they are on another host.
  const links = ['https://cdn.example/mfe-orders/ab12/a.css'];
  expect(rewritePage(page(links), local('mfe-orders'))).not.toContain('cdn.example');
});

test('SHELL-70 a page without a registry of remotes is unchanged', () => {
  const plain = '<!doctype html><link rel="stylesheet" href="/remotes/mfe-orders/x.css"><p>Orden 420</p>';
  expect(rewritePage(plain, local('mfe-orders'))).toBe(plain);
});
