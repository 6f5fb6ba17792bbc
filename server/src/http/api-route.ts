import type { SupabaseApi } from '../api/supabase-api.ts';
import { peerOf } from './client-address.ts';
import { BodyTooLarge, sendResponse, toRequest } from './respond.ts';
import { sendJson, type Route } from './router.ts';

/** Largest bodies: a batch of an import; credentials and metadata. */
const REST_LIMIT = 8_000_000;
const AUTH_LIMIT = 64_000;

/** /rest/v1 and /auth/v1. */
export function apiRoute(api: SupabaseApi): Route {
  return async ({ incoming, outgoing, path, origin, client }) => {
    const isAuth = path.startsWith('/auth/v1/');
    if (!isAuth && !path.startsWith('/rest/v1/')) return false;
    try {
      const request = await toRequest(incoming, outgoing, origin, isAuth ? AUTH_LIMIT : REST_LIMIT);
      const response = await api.fetch(request, origin, peerOf(client));
      await sendResponse(outgoing, response, request.method === 'HEAD');
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error;
      outgoing.setHeader('connection', 'close');
      sendJson(outgoing, 413, { code: '413', message: 'Payload too large', details: null, hint: null });
    }
    return true;
  };
}
