import { bearerToken } from './bearer-token.ts';
import { signToken, verifyToken } from '../tokens/jwt.ts';

/** Tolerated clock skew of tokens, the same as PostgREST's. */
const SKEW_S = 30;

/**
 * Accepts tokens issued up to half a minute in the future, by treating them as issued now: a corrected clock, or
 * another server's, must not sign users out, and @supabase/lite rejects such tokens.
 */
export function tolerateClockSkew(request: Request, secret: string, now = Date.now()): Request {
  const token = bearerToken(request.headers.get('authorization'));
  const seconds = Math.floor(now / 1000);
  const claims = token?.includes('.') ? verifyToken(token, secret, now) : undefined;
  const issued = claims?.iat;
  if (claims === undefined || typeof issued !== 'number') return request;
  if (issued <= seconds || issued > seconds + SKEW_S) return request;
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${signToken({ ...claims, iat: seconds }, secret)}`);
  return new Request(request, { headers });
}
