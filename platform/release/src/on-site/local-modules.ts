import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { NAMES } from '#src/federation/singletons.ts';
import type { RemoteSource } from '#src/on-site/remote-source.ts';

/** The remote's entry, which the shell imports. */
export const ENTRY = 'virtual:taller-entry';
const EXPOSED = 'virtual:taller-exposed/';
/** Id of the virtual module that serves an exposed module. */
export const exposedId = (module: string) => EXPOSED + module;
const PROVIDED = 'virtual:taller-provided/';
const STYLES = 'virtual:taller-styles';
const JSX = 'react/jsx-runtime';

/** The container of Module Federation: what the shell opens. Modules run after they have the shell's share scope. */
const entryModule = ({ modules }: RemoteSource) => `
import { receiveShareScope } from '@taller/shared/hot-reload/share-scope.ts';
const modules = {
${modules.map((name) => `  './${name}': () => import('${EXPOSED}${name}'),`).join('\n')}
};
// A module that could not be parsed accepts no edit, so the next edit reloads the page.
let isBroken = false;
import.meta.hot.on('vite:afterUpdate', () => {
  if (isBroken) location.reload();
});
export const init = (scope) => receiveShareScope(scope);
export const get = async (name) => {
  if (!modules[name]) throw new Error('There is no module ' + name);
  try {
    const module = await modules[name]();
    return () => module;
  } catch (error) {
    isBroken = true;
    throw error;
  }
};
`;

/** Source of an exposed module in development: the same export, with screens that hot reload replaces. */
const exposedModule = ({ name }: RemoteSource, module: string) => `
import * as first from '/src/remote/${module}.tsx';
import { liveRemote } from '@taller/shared/hot-reload/live-remote.tsx';
const live = liveRemote(first.remote, '${name}/${module}');
export const { remote } = live;
import.meta.hot.accept('/src/remote/${module}.tsx', (next) => {
  if (!next) return;
  live.replace(next.remote).catch((error) => console.error('${name}/${module} was not replaced', error));
});
`;

/** A module that the shell provides, with its exports by name. */
const providedModule = (module: string, names: readonly string[]) => `
import { providedModule } from '@taller/shared/hot-reload/share-scope.ts';
const provided = await providedModule('${module}');
export default 'default' in provided ? provided.default : provided;
${names.map((name) => `export const ${name} = provided.${name};`).join('\n')}
`;

/** React's runtime of compiled JSX, as in every build: the one for development needs React's build for development. */
function jsxModule(folder: string): string {
  const react = createRequire(join(folder, 'package.json')).resolve('react/package.json');
  const source = readFileSync(join(react, '../cjs/react-jsx-runtime.production.js'), 'utf8');
  return `const exports = {};\n${source}\nexport const { Fragment, jsx, jsxs } = exports;\n`;
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** The names that React and React DOM export, as the remote resolves them. */
function reactNames(folder: string, module: string): string[] {
  const exported = createRequire(join(folder, 'package.json'))(module) as object;
  return Object.keys(exported).filter((name) => name !== 'default' && IDENTIFIER.test(name));
}

/**
 * Serves a remote's sources as the container that a deployed shell opens. The modules of the page's shell replace the
 * remote's own React, runtime and query cache.
 * @param exports names that the shell provides, by module of shared.
 */
export function localModules(
  source: RemoteSource,
  exports: Readonly<Record<string, readonly string[]>>,
): Plugin {
  const asFrom = join(source.folder, 'src/remote', `${source.modules[0]}.tsx`);
  return {
    name: 'taller-local-modules',
    enforce: 'pre',
    resolveId(id, importer) {
      if (NAMES.includes(id)) return PROVIDED + id;
      if (id === JSX) return PROVIDED + JSX;
      if (id === STYLES)
        return this.resolve('@taller/shared/hot-reload/style-sheets.ts', asFrom, { skipSelf: true });
      // The shell retries with another address of the entry.
      if (id.startsWith('virtual:taller-')) return id;
      if (importer?.startsWith('virtual:taller-') && id.startsWith('@taller/shared/'))
        return this.resolve(id, asFrom, { skipSelf: true });
      return null;
    },
    load(id) {
      if (id.startsWith(ENTRY)) return entryModule(source);
      if (id.startsWith(EXPOSED)) return exposedModule(source, id.slice(EXPOSED.length));
      if (!id.startsWith(PROVIDED)) return null;
      const module = id.slice(PROVIDED.length);
      if (module === JSX) return jsxModule(source.folder);
      return providedModule(module, exports[module] ?? reactNames(source.folder, module));
    },
  };
}

const CLIENT = /from\s*(?<quote>["'])[^"']*\/@vite\/client\k<quote>/;

/**
 * Updates a page when a module that could not be parsed is corrected: its importers count as edited. The bundler has no
 * importers for such a module, and would treat it as one that no page uses.
 */
export function correctedModules(): Plugin {
  const asked = new Set<string>();
  return {
    name: 'taller-corrected-modules',
    enforce: 'pre',
    transform(_, id) {
      asked.add(id);
      return null;
    },
    hotUpdate({ modules, timestamp }) {
      const unread = modules.filter(
        ({ id, isSelfAccepting }) => id !== null && isSelfAccepting === undefined && asked.has(id),
      );
      if (unread.length === 0) return undefined;
      // Another address: a browser does not ask again for one that it could not read.
      for (const module of unread) module.lastHMRTimestamp = timestamp;
      return [...modules, ...unread.flatMap(({ importers }) => [...importers])];
    },
  };
}

const WORKER = 'typeof SharedWorker === "undefined"';

/**
 * Lets the page wait for this server by itself when it is gone, and load itself again when it is back: the bundler's
 * client would wait in a worker from a blob, which the site's policy refuses.
 */
export function localClient(): Plugin {
  return {
    name: 'taller-local-client',
    transform(code, id) {
      if (!id.split('?')[0]?.endsWith('/vite/dist/client/client.mjs')) return null;
      if (!code.includes(WORKER)) return this.error("the bundler's client has changed");
      return { code: code.replace(WORKER, 'true'), map: null };
    },
  };
}

/** Hands style sheets to the page as scripts may under the site's policy, and not as `<style>` elements. */
export function localStyles(): Plugin {
  return {
    name: 'taller-local-styles',
    enforce: 'post',
    transform(code, id) {
      if (!code.includes('__vite__updateStyle')) return null;
      const [head = '', ...rest] = code.split('const __vite__id');
      if (rest.length === 0) return this.error(`${id}: the bundler's style sheets have changed`);
      const ours = head
        .split('\n')
        .map((line) =>
          line.includes('__vite__updateStyle') ? line.replace(CLIENT, `from '${STYLES}'`) : line,
        )
        .join('\n');
      return { code: [ours, ...rest].join('const __vite__id'), map: null };
    },
  };
}
