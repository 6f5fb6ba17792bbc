import { MAX_ROWS } from './direct-plan.ts';
import { refuseFailed } from './failed-request.ts';
import { despiteDeadlocks } from '../database/despite-deadlocks.ts';
import { App, type PostgresConnection, type ServerOptions, type StorageAdapter } from '../lite/lite.ts';
import { noteExecuted } from '../access-log/executed.ts';
import { normalizeDbError } from './postgrest-errors.ts';
import { checkRequest, refuseUnbounded } from './request-rules.ts';
import { applyJwtSessionContext, applyRpcRequestGucs, type RequestContext } from './session-context.ts';
import type postgres from 'postgres';
import { bearerToken } from './bearer-token.ts';
import { verifyToken } from '../tokens/jwt.ts';
import { isLiveSession } from './live-session.ts';

type Middleware = NonNullable<ServerOptions['middlewares']>[number];

/**
 * Authenticates a request before @supabase/lite does, replacing its check: that one verifies tokens asynchronously with
 * WebCrypto, reads account and session in two queries, and treats a token of an ended session as anonymous instead of
 * rejecting it. Anything else is passed on to it.
 */
function callerMiddleware(sql: postgres.Sql, jwtSecret: string): Middleware {
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
    } else if (/^\/(?:rest|storage)\//.test(context.req.path)) {
      const message = 'JWT session has ended';
      return context.json({ code: 'PGRST301', message, details: null, hint: null }, 401);
    }
    return next();
  };
}

/** Address and secrets of a project. */
export interface AppOptions {
  siteUrl: string;
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
}

/** The handler of /storage/v1. With it, the app's connection has the role that owns schema storage. */
export interface StorageParts {
  files: StorageAdapter;
  /** A connection that reads schema auth. */
  sessions: postgres.Sql;
}

/** @supabase/lite on a connection, configured like hosted projects. */
export function createApp(connection: PostgresConnection, options: AppOptions, storage?: StorageParts): App {
  const app = new App({
    connection,
    api: { schemas: ['public'], max_rows: MAX_ROWS },
    db: { migrations: { enabled: false } },
    studio: { enabled: false },
    storage: { enabled: storage !== undefined },
    auth: {
      enabled: true,
      jwt_secret: options.jwtSecret,
      site_url: options.siteUrl,
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
      minimum_password_length: 6,
      // The token in a mailed link is the hash of address and code: a six-digit code could be brute-forced within its
      // hour.
      email: {
        enable_signup: true,
        enable_confirmations: true,
        double_confirm_changes: false,
        otp_length: 10,
        otp_expiry: 3600,
      },
    },
    options: {
      server: {
        disableStudio: true,
        middlewares: [callerMiddleware(storage?.sessions ?? connection.driver, options.jwtSecret)],
      },
    },
  });
  if (storage) Object.assign(app, { _storageAdapter: storage.files });
  return app;
}

/** Corrects how @supabase/lite uses a connection. */
export function correctConnection(connection: PostgresConnection, catalogue: PostgresConnection): void {
  // Its first request would grant all rights on all tables to anon and authenticated, overriding column grants. A
  // request's settings would take a dozen sequential statements.
  Object.assign(connection as object, {
    ensureRlsContext: async () => true,
    applyJwtSessionContext,
    applyRpcRequestGucs,
  });
  const withContext = connection.withContext.bind(connection);
  connection.withContext = (context, work, options) =>
    options?.transaction
      ? withContext(context, work, options)
      : despiteDeadlocks(() => withContext(context, work, options));
  refuseFailed(connection);
  // Many SQLSTATEs (23514, P0001 …) would be answered with status 500 and code "SUP".
  connection.normalizeDbError = normalizeDbError;
  const readAst = connection.onPostgrestAST.bind(connection);
  connection.onPostgrestAST = async (ast, context?: RequestContext) => {
    checkRequest(ast, context?.auth?.role ?? 'anon');
    const read = await readAst(ast);
    refuseUnbounded(read);
    noteExecuted(read);
    return read;
  };
  // It reads information_schema, which hides objects the login role has no rights on; PostgREST reads the whole
  // catalogue.
  connection.introspect = (introspection) => catalogue.introspect(introspection);
}
