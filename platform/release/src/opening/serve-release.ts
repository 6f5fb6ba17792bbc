import { createHandler } from '@taller/server/http/handler.ts';
import { closeServer, listen } from '@taller/server/http/listen.ts';
import { originRule } from '@taller/server/http/origin.ts';
import type { Route } from '@taller/server/http/router.ts';
import { silentLog } from '@taller/server/log/log.ts';
import { clientRule, proxyRule } from '@taller/server/network/client-address.ts';
import { SiteFiles } from '@taller/server/site/site-files.ts';
import { siteRoute } from '@taller/server/site/site-route.ts';

export interface ServedRelease extends AsyncDisposable {
  url: string;
}

/**
 * Serves a release that is not in place yet.
 * @param shop its backend.
 * @param remoteOrigins other hosts of remotes.
 */
export async function serveRelease(
  folder: string,
  shop: Route,
  remoteOrigins: readonly string[],
): Promise<ServedRelease> {
  const rules = { originOf: originRule(undefined), clientOf: clientRule([]), isProxy: proxyRule([]) };
  const handler = createHandler(rules, silentLog);
  const { server, port } = await listen(0, '127.0.0.1', handler.listener, () => undefined);
  // Realtime is not available; an open socket would keep the server from closing.
  server.on('upgrade', (_request, socket) => socket.destroy());
  handler.open([shop, siteRoute(new SiteFiles(folder, false), false, { remotes: remoteOrigins })]);
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}
