import type postgres from 'postgres';
import type { ServerOptions } from '../lite/lite.ts';
import { bearerToken } from './bearer-token.ts';
import { verifyToken } from '../tokens/jwt.ts';
import { isLiveSession } from './live-session.ts';

type Middleware = NonNullable<ServerOptions['middlewares']>[number];

/**
 * Authenticates a request before @supabase/lite does, replacing its check: that one verifies tokens asynchronously with
 * WebCrypto, reads account and session in two queries, and treats a token of an ended session as anonymous instead of
 * rejecting it. Anything else is passed on to it.
 */
export function callerMiddleware(sql: postgres.Sql, jwtSecret: string): Middleware {
  return async (context, next) => {
    const token = bearerToken(context.req.header('authorization'));
    const claims = token === undefined ? undefined : verifyToken(token, jwtSecret);
    const sub = claims?.sub;
    const sessionId = claims?.session_id;
    if (sub === undefined || typeof sessionId !== 'string') return next();
    if (await isLiveSession(sql, sub, sessionId)) {
      context.set('userId', sub);
      context.set('sessionId', sessionId);
      context.set('jwt', claims);
    } else if (context.req.path.startsWith('/rest/')) {
      const message = 'JWT session has ended';
      return context.json({ code: 'PGRST301', message, details: null, hint: null }, 401);
    }
    return next();
  };
}
