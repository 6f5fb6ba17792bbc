import { BodyTooLarge, sendResponse, toRequest } from '../http/respond.ts';
import { sendJson, type Route } from '../http/router.ts';
import type { FunctionHost } from './function-host.ts';

const PREFIX = '/functions/v1/';
const LIMIT = 1_000_000;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'authorization, apikey, content-type, x-client-info, x-supabase-api-version',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
};

/** /functions/v1/<name>, as Supabase's gateway: CORS for every answer, the Authorization header passed through,
 * the client's address in `X-Forwarded-For`. */
export function functionRoute(host: FunctionHost): Route {
  return async ({ incoming, outgoing, path, origin, client }) => {
    if (!path.startsWith(PREFIX)) return false;
    for (const [name, value] of Object.entries(CORS)) outgoing.setHeader(name, value);
    const handler = host.find(path.slice(PREFIX.length).split('/')[0] ?? '');
    if (!handler) {
      sendJson(outgoing, 404, { code: 'NOT_FOUND', message: 'Requested function was not found' });
      return true;
    }
    try {
      const request = await toRequest(incoming, outgoing, origin, LIMIT);
      request.headers.delete('x-forwarded-for');
      if (client) request.headers.set('x-forwarded-for', client);
      const response = await handler(request);
      await sendResponse(outgoing, response, incoming.method === 'HEAD');
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error;
      outgoing.setHeader('connection', 'close');
      sendJson(outgoing, 413, { code: '413', message: 'Payload too large' });
    }
    return true;
  };
}
