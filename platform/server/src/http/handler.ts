import type { RequestListener } from 'node:http';
import type { Level, Log } from '../log/log.ts';
import { errorWords } from '../log/error-words.ts';
import { isFile, NO_NAMES, routeTemplate, type KnownNames } from '../log/route-template.ts';
import { requestId, withRequest, type RequestRecord } from '../log/request-record.ts';
import type { ClientOf, ProxyRule } from '../network/client-address.ts';
import { targetOf, type OriginOf } from './origin.ts';
import { sendJson, sendText, type Route } from './router.ts';

/** Other methods (TRACE, PROPFIND …) cannot be represented by a web Request. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The request listener; answers 503 until its routes are set. */
export interface Handler {
  listener: RequestListener;
  open(routes: readonly Route[], known?: KnownNames): void;
}

/** Start-up and waiting for the database are logged at a lower level, and so are static files. */
function levelOf(status: number, route: string): Level {
  if (status >= 500) return status === 503 ? 'warn' : 'error';
  return isFile(route) && status < 400 ? 'debug' : 'info';
}

/** Rules about the client's address and the origin. */
export interface HandlerRules {
  originOf: OriginOf;
  clientOf: ClientOf;
  isProxy: ProxyRule;
}

/** Dispatches each request to the first route that handles it. */
export function createHandler({ originOf, clientOf, isProxy }: HandlerRules, log: Log): Handler {
  let routes: readonly Route[] | undefined;
  let known = NO_NAMES;
  const answer = async (...[incoming, outgoing]: Parameters<RequestListener>): Promise<void> => {
    outgoing.setHeader('x-content-type-options', 'nosniff');
    if (incoming.url === '/livez') return sendText(outgoing, 200, 'ok');
    const origin = originOf(incoming.headers.host);
    if (origin === undefined)
      return sendText(outgoing, 421, 'Este servidor solo atiende a 127.0.0.1 y localhost.');
    if (!routes) {
      outgoing.setHeader('retry-after', '1');
      return sendText(outgoing, 503, 'El servidor está partiendo; intenta de nuevo en unos segundos.');
    }
    if (!METHODS.has(incoming.method ?? '')) return sendText(outgoing, 405, 'Método no permitido.');
    // Dot segments, backslashes and hosts are resolved once, here, so that every route judges the path that is served.
    const target = targetOf(incoming.url, origin);
    if (target === undefined) return sendText(outgoing, 400, 'Dirección inválida.');
    const path = target.pathname;
    incoming.url = path + target.search;
    const client = clientOf(incoming);
    for (const route of routes) {
      if (await route({ incoming, outgoing, path, origin, client })) return;
    }
    sendText(outgoing, 404, 'No existe.');
  };
  const follow = (record: RequestRecord, ...[incoming, outgoing]: Parameters<RequestListener>): void => {
    const began = performance.now();
    outgoing.setHeader('x-request-id', record.id);
    // One listener above Node's leak warning.
    outgoing.setMaxListeners(20);
    outgoing.once('close', () => {
      const { statusCode, writableFinished } = outgoing;
      const path = URL.parse(incoming.url ?? '/', 'http://localhost')?.pathname ?? '/';
      const route = routeTemplate(path, known);
      log[levelOf(statusCode, route)](writableFinished ? 'request' : 'request, gone before its answer', {
        request: record.id,
        method: METHODS.has(incoming.method ?? '') ? incoming.method : undefined,
        route,
        status: statusCode,
        ms: Math.round(performance.now() - began),
        role: record.role,
        code: record.code,
        trouble: statusCode >= 500 ? record.trouble : undefined,
      });
    });
  };
  const listener: RequestListener = (incoming, outgoing) => {
    // Otherwise clients could choose their request id and hide behind another request in the log.
    const given = isProxy(incoming) ? incoming.headers['x-request-id'] : undefined;
    const record: RequestRecord = { id: requestId(given) };
    follow(record, incoming, outgoing);
    const work = () => answer(incoming, outgoing);
    withRequest(record, work).catch((error: unknown) => {
      // The request stream is destroyed once it has been read: only the socket tells whether the client is still
      // connected.
      if (outgoing.destroyed || incoming.socket.destroyed) return;
      record.trouble = errorWords(error);
      if (outgoing.headersSent) outgoing.destroy();
      else
        sendJson(outgoing, 500, {
          code: '500',
          message: `Error interno del servidor (código ${record.id}).`,
          details: null,
          hint: null,
        });
    });
  };
  return {
    listener,
    open: (opened, names = NO_NAMES) => {
      routes = opened;
      known = names;
    },
  };
}
