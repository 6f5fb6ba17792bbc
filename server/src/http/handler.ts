import type { RequestListener } from 'node:http';
import { messageOf } from '../start-error.ts';
import type { ClientOf } from './client-address.ts';
import type { OriginOf } from './origin.ts';
import { sendJson, sendText, type Route } from './router.ts';

/** Others (TRACE, PROPFIND …) cannot be made a web Request. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The request listener, which answers 503 until it is opened with the routes. */
export interface Handler {
  listener: RequestListener;
  open(routes: readonly Route[]): void;
}

/** Sends each request to the first route that takes it. */
export function createHandler(originOf: OriginOf, clientOf: ClientOf, log: (line: string) => void): Handler {
  let routes: readonly Route[] | undefined;
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
    // Dots and backslashes resolved once, here, so that no route judges another path than the one it serves.
    const path = URL.parse(incoming.url ?? '/', origin)?.pathname;
    if (path === undefined) return sendText(outgoing, 400, 'Dirección inválida.');
    const client = clientOf(incoming);
    for (const route of routes) {
      if (await route({ incoming, outgoing, path, origin, client })) return;
    }
    sendText(outgoing, 404, 'No existe.');
  };
  const listener: RequestListener = (incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      // The request's own stream is destroyed as soon as it has been read: only the connection tells whether somebody
      // still waits.
      if (outgoing.destroyed || incoming.socket.destroyed) return;
      log(`Error al atender ${incoming.method} ${incoming.url?.split('?')[0]}: ${messageOf(error)}`);
      if (outgoing.headersSent) outgoing.destroy();
      else
        sendJson(outgoing, 500, { code: '500', message: 'Internal server error', details: null, hint: null });
    });
  };
  return {
    listener,
    open: (opened) => {
      routes = opened;
    },
  };
}
