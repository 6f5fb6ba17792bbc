import { existsSync, readdirSync } from 'node:fs';
import { Server, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { createServer, searchForWorkspaceRoot, type InlineConfig, type ViteDevServer } from 'vite';
import { LOCAL_BUILD, LOCAL_PATH } from '@taller/shared/contract/local-remote.ts';
import { cssModules } from '#src/federation/css-modules.ts';
import { NAMES } from '#src/federation/singletons.ts';
import { waitForCompleteWrites } from '#src/federation/wait-for-complete-writes.ts';
import {
  correctedModules,
  exposedId,
  localClient,
  localModules,
  localStyles,
} from '#src/on-site/local-modules.ts';
import type { RemoteSource } from '#src/on-site/remote-source.ts';

/** Serves a remote's sources with hot reload. */
export interface LocalServer {
  serve: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  /** Takes a hot-reload socket. */
  upgrade: (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void;
  close: () => Promise<void>;
}

/** Path of the list that the shell uses to prefetch screens (screen-files.ts). Sources have no such list. */
const SCREEN_LIST = /\/screens\/[\w-]+\.json$/;

/** The folder of the shared package that a remote resolves, with the modules of its packages. */
function sharedFolder(folder: string): string {
  const contract = '@taller/shared/contract/local-remote.ts';
  return join(dirname(createRequire(join(folder, 'package.json')).resolve(contract)), '../..');
}

function configOf(
  source: RemoteSource,
  exports: Readonly<Record<string, readonly string[]>>,
  port: number,
  sockets: Server,
): InlineConfig {
  const { folder, modules } = source;
  const shared = sharedFolder(folder);
  return {
    configFile: false,
    root: folder,
    base: LOCAL_PATH,
    // The page runs React's production build.
    mode: 'production',
    appType: 'custom',
    logLevel: 'warn',
    clearScreen: false,
    // Separate from the cache of `npm run dev`, which contains development builds.
    cacheDir: join(folder, 'node_modules/.vite-site'),
    define: { __REMOTE_BUILD__: JSON.stringify(LOCAL_BUILD) },
    css: { modules: cssModules('local:') },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [
      waitForCompleteWrites(),
      localModules(source, exports),
      correctedModules(),
      localStyles(),
      localClient(),
    ],
    optimizeDeps: {
      entries: modules.map((module) => `src/remote/${module}.tsx`),
      // An installed copy of shared is source too; one that is linked is found to be.
      exclude: [...NAMES, ...(shared.includes(`${sep}node_modules${sep}`) ? ['@taller/shared'] : [])],
    },
    server: {
      middlewareMode: true,
      // The page's policy allows its own origin only, so the socket has the port of the page.
      ws: { server: sockets, clientPort: port },
      // The policy allows no inline styles either, which the bundler's overlay has.
      hmr: { overlay: false },
      forwardConsole: false,
      cors: false,
      fs: { allow: [searchForWorkspaceRoot(folder), searchForWorkspaceRoot(shared)] },
    },
  };
}

const WATCH_POLL_MS = 10;

/**
 * Resolves when an edit of any source of the remote is noticed. The bundler does not wait for its watcher, whose first
 * pass over the files takes longer than a start on a busy machine, and an edit before it is lost.
 */
async function watchesSources(vite: ViteDevServer): Promise<void> {
  const sources = readdirSync(join(vite.config.root, 'src'), { recursive: true, withFileTypes: true }).filter(
    ({ name }) => /\.(?:tsx?|css)$/.test(name),
  );
  for (;;) {
    const watched = vite.watcher.getWatched();
    const isMissed = ({ parentPath, name }: (typeof sources)[number]) =>
      !watched[parentPath]?.includes(name) && existsSync(join(parentPath, name));
    if (!sources.some(isMissed)) return;
    await setTimeout(WATCH_POLL_MS);
  }
}

/**
 * Starts the server of a remote's sources.
 * @param exports names that the site's shell provides, by module of shared.
 * @param port that of the page.
 */
export async function startLocalServer(
  source: RemoteSource,
  exports: Readonly<Record<string, readonly string[]>>,
  port: number,
): Promise<LocalServer> {
  // Receives the sockets that the page opens; it does not listen itself.
  const sockets = new Server();
  const vite = await createServer(configOf(source, exports, port, sockets));
  await watchesSources(vite);
  // Transforms the exposed modules while the developer signs in. Sources behind them are left out: no page would accept
  // an edit of a module that nothing imports yet, and the bundler would reload the page.
  const { client } = vite.environments;
  for (const module of source.modules) void client.warmupRequest(exposedId(module));
  return {
    serve: (incoming, outgoing) => {
      if (SCREEN_LIST.test(incoming.url ?? ''))
        outgoing.writeHead(200, { 'content-type': 'application/json' }).end('[]');
      else vite.middlewares(incoming, outgoing, () => outgoing.writeHead(404).end());
    },
    upgrade: (incoming, socket, head) => {
      if (!sockets.emit('upgrade', incoming, socket, head)) socket.destroy();
    },
    close: () => vite.close(),
  };
}
