/**
 * Lets browsers ask from another origin. @supabase/lite 0.10.0 answers 404 to the preflight of a function with required
 * parameters, which it looks for without any; PostgREST answers every preflight with 200.
 */
export function asPreflight(request: Request, response: Response): Response {
  if (request.method !== 'OPTIONS' || response.ok) return response;
  const headers = new Headers(response.headers);
  headers.delete('content-type');
  headers.delete('content-length');
  return new Response(null, { status: 200, headers });
}
