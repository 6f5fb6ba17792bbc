import { bearerToken } from './bearer-token.ts';

/** A table, or a function. @supabase/lite decodes the path, so that one name would have many spellings. */
const PATH = /^\/rest\/v1\/(?:(?:rpc\/)?\w+\/?)?$/;

/**
 * A request to the REST API in the one spelling that all who judge it read alike. A token that is not read here
 * (@supabase/lite skips blanks around and inside of one) is nobody's.
 * @returns the answer to a path that no client writes.
 */
export function refuseSpelling(request: Request): Response | undefined {
  const { headers } = request;
  if (bearerToken(headers.get('authorization')) === undefined) headers.delete('authorization');
  if (PATH.test(new URL(request.url).pathname)) return undefined;
  const message = 'Invalid path specified in request URL';
  return Response.json({ code: 'PGRST125', message, details: null, hint: null }, { status: 404 });
}
