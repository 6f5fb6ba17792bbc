/** An error answer in GoTrue's form (API version 2024-01-01), which supabase-js turns into an AuthApiError. */
export function authError(status: number, code: string, message: string): Response {
  const body = { code: status, error_code: code, msg: message };
  return Response.json(body, { status, headers: { 'x-sb-error-code': code, 'cache-control': 'no-store' } });
}

/** Rate limit exceeded. @param waitMs time until the next attempt is allowed. */
export function tooManyRequests(waitMs: number): Response {
  const response = authError(
    429,
    'over_request_rate_limit',
    'Hubo demasiados intentos. Espera unos minutos e intenta de nuevo.',
  );
  response.headers.set('retry-after', String(Math.ceil(waitMs / 1000)));
  return response;
}

/** GoTrue's error code in a response body; undefined for any other body. */
export async function errorCodeOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (typeof body !== 'object' || body === null) return undefined;
  if ('error_code' in body && typeof body.error_code === 'string') return body.error_code;
  if ('code' in body && typeof body.code === 'string') return body.code;
  return 'error' in body && typeof body.error === 'string' ? body.error : undefined;
}
