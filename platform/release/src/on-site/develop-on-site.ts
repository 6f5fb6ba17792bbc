import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { DeclaredScreen } from '@taller/shared/contract/declared-screen.ts';
import { PROVIDED } from '@taller/shared/contract/runtime-version.ts';
import { shellExports } from '#src/build/shell-exports.ts';
import { namesOf } from '#src/federation/used-names.ts';
import { readDeployedSite, type DeployedSite } from '#src/on-site/deployed-site.ts';
import { importedNames } from '#src/on-site/imported-names.ts';
import { startLocalServer, type LocalServer } from '#src/on-site/local-server.ts';
import { readRemoteSource, type RemoteSource } from '#src/on-site/remote-source.ts';
import { localEntry } from '#src/on-site/rewrite-answer.ts';
import { SiteError } from '#src/on-site/site-error.ts';
import { SiteProxy } from '#src/on-site/site-proxy.ts';
import { assertHas, assertRuns, type Needed } from '#src/site/assert-fits.ts';
import { reactOf } from '#src/workspace/react-version.ts';

/** A remote that is developed on a site. */
export interface Development {
  /** The address to open it at. */
  url: string;
  close: () => Promise<void>;
}

interface Options {
  /** The remote's folder. */
  folder: string;
  /** The screens that it brings, if it is of another repository. */
  screens?: DeclaredScreen[];
  /** Any address of the site. */
  site: string;
  /** Port of 127.0.0.1; null for a free one, each time the same for a site. */
  port: number | null;
  /** Called with Spanish lines. */
  say: (line: string) => void;
}

/** Message for the developer once the proxy runs. */
export const announcement = (remote: string, site: string, url: string): string =>
  [
    '',
    `✓ ${remote} en ${new URL(site).origin}, con sus datos: ${url}`,
    '',
    '  Entra con tu propia cuenta. Lo que guardes queda en el sitio; el código lo ves solo tú.',
    '  Ctrl-C para detener.',
  ].join('\n');

/** Requirements of a remote's sources for the shell. */
const needsOfSource = (source: RemoteSource): Needed => ({
  ...PROVIDED,
  uses: namesOf(importedNames(source)),
  packages: reactOf(source.folder),
});

function assertFitsSite(source: RemoteSource, needed: Needed, { shell }: DeployedSite): void {
  if (!shell) return;
  assertRuns(source.name, needed, shell);
  assertHas(source.name, source.modules, shell.opens?.[source.name] ?? []);
}

const FIRST_PORT = 5300;
const PORTS = 4000;

/**
 * The ports to try for a site, in that order. Each site has its own: a browser keeps its session by host and port, and
 * that of one site must not be sent to another.
 */
function portsOf(site: string): number[] {
  const first = createHash('sha256').update(site).digest().readUInt32BE() % PORTS;
  return [0, 1, 2, 3, 4].map((step) => FIRST_PORT + ((first + step) % PORTS));
}

async function listens(proxy: SiteProxy, port: number): Promise<boolean> {
  try {
    await once(proxy.server.listen(port, '127.0.0.1'), 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}

/** @returns the port. @throws SiteError if the one that was asked for is taken */
async function listen(proxy: SiteProxy, wanted: number | null, site: string): Promise<number> {
  for (const port of wanted === null ? [...portsOf(site), 0] : [wanted])
    if (await listens(proxy, port)) return (proxy.server.address() as AddressInfo).port;
  throw new SiteError(`El puerto ${wanted} ya está ocupado: elige otro con DEV_PORT.`);
}

/**
 * Serves a remote from its sources inside a site that runs, through a local proxy.
 * @throws SiteError or PublishError with what to do.
 */
export async function developOnSite({
  folder,
  screens,
  site: address,
  port: wanted,
  say,
}: Options): Promise<Development> {
  const source = readRemoteSource(folder, screens);
  const site = await readDeployedSite(address, source);
  const needed = needsOfSource(source);
  assertFitsSite(source, needed, site);
  let local: LocalServer | null = null;
  const proxy = new SiteProxy({
    site: site.origin,
    local: localEntry(source, needed),
    serveLocal: (incoming, outgoing) => {
      if (local) local.serve(incoming, outgoing);
      else outgoing.writeHead(503).end();
    },
    upgradeLocal: (incoming, socket, head) => {
      if (local) local.upgrade(incoming, socket, head);
      else socket.destroy();
    },
    say,
  });
  const port = await listen(proxy, wanted, site.origin);
  try {
    local = await startLocalServer(source, site.shell?.exports ?? shellExports(folder), port);
  } catch (error) {
    await proxy.close();
    throw error;
  }
  const { close } = local;
  const { pathname } = new URL(address);
  return {
    url: `http://127.0.0.1:${port}${pathname === '/' ? source.start : pathname}`,
    close: async () => {
      await close();
      await proxy.close();
    },
  };
}
