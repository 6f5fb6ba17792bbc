import { MAX_ROWS } from './call-statements.ts';
import { callerMiddleware } from './caller.ts';
import { refuseFailed } from './failed-request.ts';
import { App, type PostgresConnection } from '../lite/lite.ts';
import { normalizeDbError } from './postgrest-errors.ts';
import { checkRequest } from './request-rules.ts';
import { applyJwtSessionContext, applyRpcRequestGucs, type RequestContext } from './session-context.ts';
import type { SiteLinks } from './site-links.ts';
import type { ApiOptions } from './supabase-api.ts';

/** @supabase/lite on a connection, set up as hosted projects are. */
export function createApp(connection: PostgresConnection, options: ApiOptions, site: SiteLinks): App {
  return new App({
    connection,
    api: { schemas: ['public'], max_rows: MAX_ROWS },
    db: { migrations: { enabled: false } },
    studio: { enabled: false },
    auth: {
      enabled: true,
      jwt_secret: options.jwtSecret,
      site_url: options.siteUrl,
      additional_redirect_urls: [...site.patterns],
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
      minimum_password_length: 6,
      // The token in a mail's link is the hash of address and code: a code of six digits could be guessed within its
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
        middlewares: [callerMiddleware(connection.driver, options.jwtSecret)],
      },
    },
  });
}

/** Puts right what @supabase/lite does with a connection. */
export function correctConnection(connection: PostgresConnection, catalogue: PostgresConnection): void {
  // Its first request would grant everything on all tables to anon and authenticated, wiping column privileges.
  // A request's settings would be a dozen statements, one after the other.
  Object.assign(connection as object, {
    ensureRlsContext: async () => true,
    applyJwtSessionContext,
    applyRpcRequestGucs,
  });
  refuseFailed(connection);
  // Many SQLSTATEs (23514, P0001 …) would be answered with status 500 and code "SUP".
  connection.normalizeDbError = normalizeDbError;
  const readAst = connection.onPostgrestAST.bind(connection);
  connection.onPostgrestAST = (ast, context?: RequestContext) => {
    checkRequest(ast, context?.auth?.role ?? 'anon');
    return readAst(ast);
  };
  // It reads information_schema, which hides what the login role has no rights to; PostgREST reads the whole catalogue.
  connection.introspect = (introspection) => catalogue.introspect(introspection);
}
