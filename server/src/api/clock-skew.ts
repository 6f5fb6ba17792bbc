import { bearerToken } from './bearer-token.ts';
import { signToken, verifyToken } from '../tokens/jwt.ts';

/** How far a token's clock may be ahead of ours: the tolerance of PostgREST. */
const SKEW_S = 30;

/**
 * A request whose token was issued up to half a minute from now, as one that was issued now: a clock that was put
 * right, or that of another server, must sign nobody out, and @supabase/lite refuses such tokens.
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
