import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { CONTRACT_VERSION } from '@taller/shared/contract/remote-module.ts';
import { shellConfig } from '#src/federation/shell-config.ts';
import { REMOTE_NAMES } from '@taller/shared/contract/remote-names.ts';
import { inRoot } from '#src/workspace/root.ts';
import { closureOf, findChunk, parseManifest } from '#src/build/vite-manifest.ts';

/** Exposed modules of the remotes by name, e.g. `mfe-public/routes`, and their sources. */
async function exposedModules(): Promise<[name: string, source: string][]> {
  const found: [string, string][] = [];
  for (const remote of REMOTE_NAMES) {
    for (const file of await readdir(inRoot(remote, 'src/remote'))) {
      found.push([`${remote}/${file.replace('.tsx', '')}`, inRoot(remote, 'src/remote', file)]);
    }
  }
  return found;
}

/** Replaces federation by plain dynamic imports, as in a single-package application. */
async function withoutFederation(): Promise<Plugin> {
  const modules = await exposedModules();
  const replaced = new Map([
    [
      inRoot('shell/src/remotes/federation.ts'),
      `export const loadQuery = () => import('@taller/shared/query');`,
    ],
    [
      inRoot('shell/src/remotes/load-remote.ts'),
      `import { LazyValue } from '@taller/shared/runtime';
       ${LANDING.map((source) => `import '${inRoot(source)}';`).join('\n')}
       const modules = {${modules.map(([name, source]) => `'${name}': new LazyValue(() => import('${source}').then((m) => m.remote))`).join(',')}};
       export const remoteModule = ({ remote, module }) => modules[remote + '/' + module];
       export const prefetchRemote = (target) => remoteModule(target).start(0);`,
    ],
  ]);
  return {
    name: 'bench-without-federation',
    enforce: 'pre',
    load: (id) => replaced.get(id) ?? null,
  };
}

/** The landing is part of the initial bundle, like the main page of an ordinary application. */
const LANDING = ['mfe-public/src/remote/routes.tsx', 'mfe-public/src/features/landing/landing-page.tsx'];

const PAGES: readonly { file: string; sources: readonly string[] }[] = [
  { file: 'index.html', sources: ['index.html'] },
  { file: 'auth.html', sources: ['src/features/auth/auth-chunk.tsx'] },
  { file: 'dashboard.html', sources: ['shared/src/query/query.ts'] },
];

/** A page of the federated site with the scripts and style sheets of the ordinary build. */
function withFilesOf(page: string, template: string, js: readonly string[], css: readonly string[]): string {
  const body = page.slice(page.indexOf('<body>'));
  const head = template.slice(0, template.indexOf('</head>'));
  const missing = (url: string) => !head.includes(`"${url}"`);
  const font = /<link rel="preload" as="font"[^>]*>/.exec(page)?.[0] ?? '';
  const facts = /<script type="application\/json" id="taller-facts">[^]*?<\/script>/.exec(page)?.[0] ?? '';
  const search = /<meta name="description"[^]*?<\/script>/.exec(page)?.[0] ?? '';
  const tags = [
    facts,
    search,
    ...css.filter(missing).map((url) => `<link rel="stylesheet" crossorigin href="${url}">`),
    font,
    ...js
      .filter(missing)
      .map((url) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${url}">`),
  ];
  return (
    head.replace('<!--head-->', () => tags.join('\n')) +
    '</head>' +
    body.replaceAll(/<script[^]*?<\/script>/g, '')
  );
}

/**
 * Builds the same sources as one ordinary application: shell and landing are one bundle, and every other screen is a
 * dynamic import, split by route with the bundler's defaults. Its pages are the site's own, prerendered and with their
 * route's preloads, so that federation is the only difference.
 * @param site the site built by `buildSite`.
 */
export async function buildOrdinarySite(site: string, outDir: string): Promise<void> {
  const built = `${outDir}.build`;
  const config = shellConfig();
  await build({
    ...config,
    configFile: false,
    root: inRoot('shell'),
    mode: 'production',
    logLevel: 'error',
    plugins: [await withoutFederation(), ...(config.plugins ?? [])],
    define: { ...config.define, __REMOTE_BUILD__: '"ordinary"', 'process.env.NODE_ENV': '"production"' },
    build: { ...config.build, outDir: built },
  });
  await rm(outDir, { recursive: true, force: true });
  await cp(built, outDir, { recursive: true });
  const chunks = parseManifest(await readFile(join(built, 'vite-manifest.json'), 'utf8'));
  const template = await readFile(join(built, 'index.html'), 'utf8');
  for (const { file, sources } of PAGES) {
    const closures = sources.map((source) => closureOf(chunks, findChunk(chunks, source) ?? ''));
    const urls = (kind: 'js' | 'css') =>
      [...new Set(closures.flatMap((closure) => closure[kind]))].map((name) => `/${name}`);
    const page = await readFile(join(site, file), 'utf8');
    await writeFile(join(outDir, file), withFilesOf(page, template, urls('js'), urls('css')));
  }
  await writeFile(join(outDir, 'remotes.json'), JSON.stringify({ remotes: [], contract: CONTRACT_VERSION }));
  await rm(built, { recursive: true, force: true });
}

/** The landing as a hand-written static page: its HTML and one style sheet, no script. */
export async function buildStaticPage(site: string, outDir: string): Promise<void> {
  const page = await readFile(join(site, 'index.html'), 'utf8');
  const sheets = [...page.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, url = '']) => url);
  const styles = await Promise.all(sheets.map((url) => readFile(join(site, url), 'utf8')));
  await mkdir(join(outDir, 'assets'), { recursive: true });
  await cp(join(site, 'assets'), join(outDir, 'assets'), { recursive: true });
  await writeFile(join(outDir, 'assets/style-handmade.css'), styles.join('\n'));
  const html = page
    .replaceAll(/<script[^]*?<\/script>/g, '')
    .replaceAll(/<link rel="(?:stylesheet|modulepreload|manifest)"[^>]*>/g, '')
    .replace('</head>', '<link rel="stylesheet" href="/assets/style-handmade.css"></head>');
  await writeFile(join(outDir, 'index.html'), html);
}
