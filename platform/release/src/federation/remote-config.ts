import { join, sep } from 'node:path';
import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { browserScreens, REMOTE_FIELDS } from '#src/federation/browser-screens.ts';
import { chunkSources } from '#src/federation/chunk-sources.ts';
import { lucideIcons } from '#src/federation/lucide-icons.ts';
import { cssModules } from '#src/federation/css-modules.ts';
import { ownEntry } from '#src/federation/own-entry.ts';
import { reactStore } from '#src/federation/react-store.ts';
import { remoteChunks } from '#src/federation/remote-chunks.ts';
import { remotePort, SHELL_PORT } from '#src/workspace/ports.ts';
import { screenFiles } from '#src/federation/screen-files.ts';
import { scopedStyles } from '#src/federation/scoped-styles.ts';
import { noUnverifiableCode } from '#src/federation/unverifiable-code.ts';
import { singleCopies } from '#src/federation/single-copies.ts';
import { notesUsedNames } from '#src/federation/used-names.ts';
import { PARSE_IDLE_S, taken, NAMES } from '#src/federation/singletons.ts';
import { verifiedChunks } from '#src/federation/verified-chunks.ts';
import { waitForCompleteWrites } from '#src/federation/wait-for-complete-writes.ts';
import { wholeGraph } from '#src/federation/whole-graph.ts';
import { inRoot } from '#src/workspace/root.ts';

/**
 * File names of chunks. The federation plugin's modules have names of a hundred characters, which would be repeated in
 * the preloads of every page.
 * @param folder with a trailing slash, or empty.
 */
const chunkName =
  (folder: string) =>
  ({ name }: { name: string }): string =>
    name.includes('virtual') ? `${folder}shared-[hash].js` : `${folder}[name]-[hash].js`;

/**
 * Makes bundled components and queries of shared use the singletons of shared. The federation plugin ignores imports of
 * a package by itself, so a button of shared would bundle its own router, and a query its own cache and session. This
 * plugin resolves such an import as if the remote had made it: once, before other imports, since the federation plugin
 * skips look-ups that are in progress.
 *
 * @param asFrom a source file of the remote.
 */
function singletonsInsideShared(asFrom: string): Plugin {
  const inside = inRoot('shared') + sep;
  const own = new Map<string, string>();
  return {
    name: 'taller:singletons-inside-shared',
    enforce: 'pre',
    async buildStart() {
      for (const name of NAMES.filter((one) => one.startsWith('@taller/shared/'))) {
        const resolved = await this.resolve(name, asFrom);
        if (resolved) own.set(name, resolved.id);
      }
    },
    resolveId: (source, importer) => (importer?.startsWith(inside) ? (own.get(source) ?? null) : null),
  };
}

interface RemoteOptions {
  name: RemoteName;
  modules: string[];
  firstScreen?: string;
  from?: string;
}

/**
 * Vite configuration of a remote.
 * @param name the remote's name: folder, registry and contract.
 * @param modules exposed modules; module `x` is `src/remote/x.tsx`, which exports `remote` (see RemoteModule).
 * @param firstScreen source of the first page that visitors see: one chunk for shared modules and one style sheet for
 * all, since every request counts there. A remote used by several roles stays split, so that nobody downloads other
 * roles' code.
 * @param from its folder, if it is in another repository.
 * @public used by each remote's vite.config.ts
 */
export function remoteConfig({ name, modules, firstScreen, from }: RemoteOptions) {
  const folder = from ?? inRoot(name);
  const source = (module: string) => join(folder, 'src/remote', `${module}.tsx`);
  return defineConfig(({ command }) => {
    const building = command === 'build';
    const port = remotePort(name);
    return {
      // './' lets the remote run from any folder and host: its files are resolved relative to its entry.
      base: building ? './' : '/',
      define: { __REMOTE_BUILD__: JSON.stringify(process.env.TALLER_BUILD ?? 'dev') },
      css: { modules: cssModules(from === undefined ? '' : name) },
      plugins: [
        waitForCompleteWrites(),
        browserScreens(REMOTE_FIELDS),
        lucideIcons(),
        reactStore(),
        notesUsedNames(),
        singletonsInsideShared(source(modules[0] ?? '')),
        react({ reactRefreshHost: building ? undefined : `http://localhost:${SHELL_PORT}` }),
        wholeGraph(
          federation({
            name,
            filename: building ? 'remoteEntry-[hash].js' : 'remoteEntry.js',
            manifest: true,
            dts: false,
            moduleParseIdleTimeout: PARSE_IDLE_S,
            exposes: Object.fromEntries(
              modules.map((module) => [`./${module}`, `./src/remote/${module}.tsx`]),
            ),
            shared: taken(),
            shareStrategy: 'loaded-first',
            disableSnapshot: true,
            // The runtime core comes from the shell; a second copy would cost each remote 20 kB. Effective in builds
            // only.
            experiments: building ? { externalRuntime: true } : {},
          }),
          modules.map(source),
        ),
        ownEntry(name, modules, folder),
        verifiedChunks(),
        remoteChunks(firstScreen && join(folder, firstScreen)),
        screenFiles(name, modules, folder),
        chunkSources(),
        singleCopies(name, folder),
        scopedStyles(name),
        noUnverifiableCode(name),
      ],
      build: {
        target: 'es2022',
        sourcemap: 'hidden',
        assetsDir: '',
        cssCodeSplit: !firstScreen,
        emptyOutDir: true,
        // The bundler requires an entry; the federation plugin adds the remote entry, which is the one used.
        rolldownOptions: {
          input: modules.map((module) => `src/remote/${module}.tsx`),
          output: { chunkFileNames: chunkName('') },
        },
      },
      // Without an origin, the manifest and the assets would use the shell's host in development.
      server: { port, strictPort: true, origin: `http://localhost:${port}`, cors: true },
    };
  });
}
