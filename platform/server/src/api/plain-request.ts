import { bearerToken } from './bearer-token.ts';

/** A table or function. @supabase/lite decodes the path, so one name would have many spellings. */
const PATH = /^\/rest\/v1\/(?:(?:rpc\/)?\w+\/?)?$/;

/**
 * Normalises a request to the REST API, so that all checks interpret it the same way. A token that cannot be parsed
 * here (@supabase/lite ignores whitespace around and inside it) is treated as anonymous.
 * @returns a response for paths that no client sends, and for keys that are repeated: of two filters with one operator
 *   @supabase/lite executes the last, PostgREST both.
 */
export function refuseSpelling(request: Request): Response | undefined {
  const { headers } = request;
  if (bearerToken(headers.get('authorization')) === undefined) headers.delete('authorization');
  const { pathname, searchParams } = new URL(request.url);
  if (!PATH.test(pathname)) return refusal(404, 'PGRST125', 'Invalid path specified in request URL');
  const repeated = [...new Set(searchParams.keys())].find((key) => isRepeated(searchParams.getAll(key)));
  if (repeated === undefined) return undefined;
  return refusal(
    400,
    'PGRST100',
    `"${repeated}" is given more than once`,
    'Use one condition: and=(…), or in.(…).',
  );
}

/** Whether the values of one key could be read as more than one request. The two ends of a range cannot. */
function isRepeated(values: readonly string[]): boolean {
  if (values.length < 2) return false;
  const ends = values.map((value) => /^(?:gt|lt)(?=e?\.)/.exec(value)?.[0] ?? '').sort();
  return ends.join(' ') !== 'gt lt';
}

function refusal(status: number, code: string, message: string, hint: string | null = null): Response {
  return Response.json({ code, message, details: null, hint }, { status });
}
