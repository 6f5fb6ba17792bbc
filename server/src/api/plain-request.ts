import { bearerToken } from './bearer-token.ts';

/** A table or function. @supabase/lite decodes the path, so one name would have many spellings. */
const PATH = /^\/rest\/v1\/(?:(?:rpc\/)?\w+\/?)?$/;

/**
 * Normalises a request to the REST API, so that all checks interpret it the same way. A token that cannot be parsed
 * here (@supabase/lite ignores whitespace around and inside it) is treated as anonymous.
 * @returns a response for paths that no client sends.
 */
export function refuseSpelling(request: Request): Response | undefined {
  const { headers } = request;
  if (bearerToken(headers.get('authorization')) === undefined) headers.delete('authorization');
  if (PATH.test(new URL(request.url).pathname)) return undefined;
  const message = 'Invalid path specified in request URL';
  return Response.json({ code: 'PGRST125', message, details: null, hint: null }, { status: 404 });
}
