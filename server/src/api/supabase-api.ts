import { App, createPostgresConnection, type PostgresConnection } from './lite.ts';
import { AuthGuard } from './auth-guard.ts';
import { callerMiddleware } from './caller.ts';
import { POOL } from '../database/pool-options.ts';
import { reachability } from '../database/reachable.ts';
import { tolerateClockSkew } from './clock-skew.ts';
import { LostConnections } from './database-loss.ts';
import { BackgroundMails } from '../mail/background-mails.ts';
import type { MailSink } from '../mail/mail.ts';
import { MailLinkCodes } from './mail-link-codes.ts';
import { createMailer } from './mailer.ts';
import { normalizeDbError } from './postgrest-errors.ts';
import { withAuthRequest } from './request-context.ts';
import { SessionRecords } from './session-records.ts';
import { applyJwtSessionContext, applyRpcRequestGucs } from './session-context.ts';
import { siteLinks, type LocalNames } from './site-links.ts';
import { asSingleObject } from './single-object.ts';
import { WIRE_TYPES } from './wire-types.ts';

/** Requests have ended when the pools are closed: a query that goes on was asked by somebody who has been cut off. In seconds. */
const CUT = { timeout: 0.2 };

/** What the REST and auth API needs. */
export interface ApiOptions {
  /** Same database twice: as `authenticator` for requests, as superuser to read the catalogue. */
  apiUrl: string;
  adminUrl: string;
  siteUrl: string;
  /** Names of this machine that are the site's too. */
  localNames: LocalNames;
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
  mail: MailSink;
  /** Connections to the database at most. */
  poolSize: number;
}

/** The REST (`/rest/v1`) and auth (`/auth/v1`) API. */
export interface SupabaseApi {
  /**
   * @param origin under which the client sees this server, for links in mails.
   * @param peer what limits count the client as: `peerOf(client)`.
   */
  fetch(request: Request, origin: string, peer: string): Promise<Response>;
  /** Whether the database answers. */
  isReachable(): Promise<boolean>;
  /** After migrations: forget what the catalogue looked like. */
  reloadSchema(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @supabase/lite with everything in it that differs from hosted Supabase put right. Each correction says what happens
 * without it and has a test: server/test/rest-contract, auth-contract and schema-cache.
 */
export function createSupabaseApi(options: ApiOptions): SupabaseApi {
  const catalogue = createPostgresConnection({
    url: options.adminUrl,
    postgresOptions: { ...POOL, max: 1, idle_timeout: 10 },
  });
  const lost = new LostConnections();
  const connection = createPostgresConnection({
    url: options.apiUrl,
    postgresOptions: { ...POOL, max: options.poolSize, types: WIRE_TYPES, onclose: lost.add },
  });
  correctConnection(connection, catalogue);
  const site = siteLinks(options.siteUrl, options.localNames);
  const isReachable = reachability(catalogue.driver);
  const app = new App({
    connection,
    api: { schemas: ['public'], max_rows: 1000 },
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
      // The token in a mail's link is the hash of address and code: a code of six digits could be guessed within its hour.
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
  const mails = new BackgroundMails(options.mail);
  const mailer = createMailer(mails, options.siteUrl);
  Object.assign(app, { _mailer: mailer });
  const lite = async (given: Request) => {
    const request = tolerateClockSkew(given, options.jwtSecret);
    return asSingleObject(request, await app.fetch(request));
  };
  const parts = { sql: connection.driver, jwtSecret: options.jwtSecret };
  const links = new MailLinkCodes({ ...parts, next: lite });
  const records = new SessionRecords({ ...parts, next: (request) => links.handle(request) });
  const guard = new AuthGuard({
    ...parts,
    next: (request) => records.handle(request),
    mailer,
    https: options.siteUrl.startsWith('https:'),
  });
  return {
    fetch: (request, origin, peer) => {
      const isAuth = new URL(request.url).pathname.startsWith('/auth/');
      const next = () =>
        isAuth
          ? withAuthRequest(request, { origin, client: peer }, site, (checked) => guard.handle(checked, peer))
          : lite(request);
      return lost.answer(request, next, isReachable);
    },
    isReachable,
    reloadSchema: async () => {
      await catalogue.clearSchemaCache();
      await catalogue.introspect({ useCache: true });
    },
    close: async () => {
      guard.stop();
      await mails.idle();
      await Promise.all([connection.driver.end(CUT), catalogue.driver.end(CUT)]);
    },
  };
}

function correctConnection(connection: PostgresConnection, catalogue: PostgresConnection): void {
  // Its first request would grant everything on all tables to anon and authenticated, wiping column privileges.
  // A request's settings would be a dozen statements, one after the other.
  Object.assign(connection as object, {
    ensureRlsContext: async () => true,
    applyJwtSessionContext,
    applyRpcRequestGucs,
  });
  // Many SQLSTATEs (23514, P0001 …) would be answered with status 500 and code "SUP".
  connection.normalizeDbError = normalizeDbError;
  // It reads information_schema, which hides what the login role has no rights to; PostgREST reads the whole catalogue.
  connection.introspect = (introspection) => catalogue.introspect(introspection);
}
