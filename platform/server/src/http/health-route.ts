import { RETRY_AFTER_S } from '../database/unavailable.ts';
import { sendText, type Route } from './router.ts';

/**
 * GET /healthz and /readyz: whether the shop is usable, which requires its database. /livez reports only the process.
 */
export function healthRoute(isReachable: () => Promise<boolean>): Route {
  return async ({ outgoing, path }) => {
    if (path !== '/healthz' && path !== '/readyz') return false;
    if (await isReachable()) {
      sendText(outgoing, 200, 'ok');
    } else {
      outgoing.setHeader('retry-after', String(RETRY_AFTER_S));
      sendText(outgoing, 503, 'La base de datos no responde.');
    }
    return true;
  };
}
