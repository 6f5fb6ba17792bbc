/**
 * The JSON object in a request body; `without` without a body, undefined for any other body. The request can still be
 * read afterwards.
 */
export async function jsonObjectOf(
  request: Request,
  without?: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  const text = await request.clone().text();
  if (text.trim() === '') return without;
  try {
    const body: unknown = JSON.parse(text);
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    return isObject ? (body as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The JSON object in a request body; an empty one for any other body. The request can still be read afterwards. */
export async function jsonBodyOf(request: Request): Promise<Record<string, unknown>> {
  return (await jsonObjectOf(request)) ?? {};
}
