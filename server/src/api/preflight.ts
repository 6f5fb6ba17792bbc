import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Lets browsers ask from another origin, as PostgREST and GoTrue do. @supabase/lite 0.10.0 does not for functions with
 * required parameters, which it looks for without any, and for accounts, where it allows no header.
 * @returns whether the request was such a question, and is answered.
 */
export function answersPreflight({ method, headers }: IncomingMessage, outgoing: ServerResponse): boolean {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
  outgoing
    .writeHead(200, {
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD',
      'access-control-max-age': '86400',
    })
    .end();
  return true;
}
