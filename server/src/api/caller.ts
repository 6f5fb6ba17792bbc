import type postgres from 'postgres';
import type { ServerOptions } from '../lite/lite.ts';
import { bearerToken } from './bearer-token.ts';
import { verifyToken } from '../tokens/jwt.ts';
import { isLiveSession } from './live-session.ts';

type Middleware = NonNullable<ServerOptions['middlewares']>[number];

/**
 * Finds out who makes a request before @supabase/lite does, which then does not: it verifies tokens asynchronously by
 * WebCrypto, reads account and session in two queries, and takes a token whose session has ended for nobody's instead
 * of refusing it. What this does not understand is left to it.
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
