import type { FunctionDeps } from './function-deps.ts';

/**
 * Whose session a request carries, by the auth server's word. Null without a session that is valid now: with no token,
 * a project's key in its place, or a token that has run out. `unknown` when the auth server did not answer.
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
