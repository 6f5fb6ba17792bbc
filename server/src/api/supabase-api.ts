import { AUTH_CONNECTIONS } from '../config/limits.ts';
import { createPostgresConnection, type App } from '../lite/lite.ts';
import { correctConnection, createApp } from './lite-app.ts';
import { AuthGuard } from './auth-guard.ts';
import { POOL } from '../database/pool-options.ts';
import { reachability } from '../database/reachable.ts';
import { publicNames } from '../database/public-names.ts';
import { tolerateClockSkew } from './clock-skew.ts';
import { LostConnections } from './database-loss.ts';
import { DirectCalls, type DirectCall, type FailedCall } from './direct-calls.ts';
import { withFailure } from './failed-request.ts';
import type { Answer } from '../http/answer.ts';
import { BackgroundMails } from '../mail/background-mails.ts';
import type { MailSink } from '../mail/mail.ts';
import { MailLinkCodes } from './mail-link-codes.ts';
import { createMailer } from './mailer.ts';
import { LookLog, type Asked } from '../looks/look-log.ts';
import { FactorApi } from './mfa/factor-api.ts';
import { SecretSeal } from './mfa/sealed-secret.ts';
import { TokenLevels } from './mfa/token-levels.ts';
import { refuseSpelling } from './plain-request.ts';
import { withAuthRequest } from './request-context.ts';
import { SessionRecords } from './session-records.ts';
import { siteLinks, type LocalNames } from './site-links.ts';
import { asSingleObject } from './single-object.ts';
import { WIRE_TYPES } from './wire-types.ts';

/**
 * Requests have ended when the pools are closed: a query that goes on was asked by somebody who has been cut off. In
 * seconds.
 */
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
  log: (line: string) => void;
  /** Connections to the database for requests; auth has its own. */
  poolSize: number;
}

/** The REST (`/rest/v1`) and auth (`/auth/v1`) API. */
export interface SupabaseApi {
  /**
   * @param origin under which the client sees this server, for links in mails.
   * @param peer what limits count the client as: `peerOf(client)`.
   * @param failure of the same request as a direct call, which is answered instead of asking the database again.
   */
  fetch(request: Request, origin: string, peer: string, failure?: Error): Promise<Response>;
  /** Answers a call of a function on the short way, if it is one that can be. */
  call(call: DirectCall): Promise<Answer | FailedCall | undefined>;
  /** Gives the answer of `next`, after it has been logged if it shows personal data to the staff. */
  logged(asked: Asked, next: () => Promise<Answer>): Promise<Answer>;
  /** Whether the database answers. */
  isReachable(): Promise<boolean>;
  /** Tables, views and functions that there are. */
  names(): ReadonlySet<string>;
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
  const connect = (max: number) => {
    const connection = createPostgresConnection({
      url: options.apiUrl,
      postgresOptions: { ...POOL, max, types: WIRE_TYPES, onclose: lost.add },
    });
    correctConnection(connection, catalogue);
    return connection;
  };
  // Log-ins do not wait for the queries of others.
  const connection = connect(options.poolSize);
  const authConnection = connect(AUTH_CONNECTIONS);
  const site = siteLinks(options.siteUrl, options.localNames);
  const isReachable = reachability(catalogue.driver);
  const rest = createApp(connection, options, site);
  const auth = createApp(authConnection, options, site);
  const mails = new BackgroundMails(options.mail, options.log);
  const mailer = createMailer(mails, options.siteUrl);
  Object.assign(auth, { _mailer: mailer });
  const ask = async (app: App, given: Request) => {
    const request = tolerateClockSkew(given, options.jwtSecret);
    return asSingleObject(request, await app.fetch(request));
  };
  const looksConnection = createPostgresConnection({
    url: options.adminUrl,
    postgresOptions: { ...POOL, max: 2, idle_timeout: 60 },
  });
  const looks = new LookLog({ sql: looksConnection.driver, jwtSecret: options.jwtSecret });
  const lite = (request: Request) => ask(rest, request);
  const parts = { sql: authConnection.driver, jwtSecret: options.jwtSecret };
  const levels = new TokenLevels(parts);
  const factors = new FactorApi({ ...parts, levels, seal: new SecretSeal(options.jwtSecret) });
  const links = new MailLinkCodes({
    ...parts,
    next: async (request) => levels.complete(await ask(auth, request)),
  });
  const records = new SessionRecords({ ...parts, next: (request) => links.handle(request) });
  const guard = new AuthGuard({
    ...parts,
    next: (request) => records.handle(request),
    mailer,
    https: options.siteUrl.startsWith('https:'),
  });
  const calls = new DirectCalls(connection, catalogue);
  let names: ReadonlySet<string> = new Set();
  return {
    logged: (asked, next) => looks.answer(asked, next),
    call: (call) => calls.answer(call),
    fetch: (request, origin, peer, failure) => {
      const isAuth = new URL(request.url).pathname.startsWith('/auth/');
      const next = async () =>
        isAuth
          ? withAuthRequest(
              request,
              { origin, client: peer },
              site,
              async (checked) => (await factors.handle(checked)) ?? guard.handle(checked, peer),
            )
          : (refuseSpelling(request) ?? withFailure(failure, () => lite(request)));
      return lost.answer(request, next, isReachable);
    },
    isReachable,
    names: () => names,
    reloadSchema: async () => {
      await catalogue.clearSchemaCache();
      const [found] = await Promise.all([
        publicNames(catalogue.driver),
        catalogue.introspect({ useCache: true }),
      ]);
      names = found;
    },
    close: async () => {
      guard.stop();
      await mails.idle();
      await Promise.all(
        [connection, authConnection, looksConnection, catalogue].map(({ driver }) => driver.end(CUT)),
      );
    },
  };
}
