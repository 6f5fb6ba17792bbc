import type { FunctionDeps } from './function-deps.ts';

/**
 * The session of a request, as reported by the auth server. Null without a currently valid session: no token, an API
 * key instead of one, or an expired token. `unknown` if the auth server did not respond.
 */
export async function callerOf(
  deps: FunctionDeps,
  authorization: string | null,
): Promise<{ id: string } | null | 'unknown'> {
  const token = /^Bearer +(ey\S+)$/i.exec(authorization ?? '')?.[1];
  if (!token) return null;
  const { data, error } = await deps.client(`Bearer ${token}`).auth.getUser(token);
  if (!error) return { id: data.user.id };
  const refused =
    error.status !== undefined && error.status >= 400 && error.status < 500 && error.status !== 429;
  if (refused) return null;
  deps.log('error', `getUser failed: ${error.code ?? error.status ?? error.name}`);
  return 'unknown';
}
