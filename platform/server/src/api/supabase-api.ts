import { join } from 'node:path';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { AUTH_CONNECTIONS, STORAGE_CONNECTIONS } from '../config/limits.ts';
import { createPostgresConnection, type App, type PostgresConnection } from '../lite/lite.ts';
import { correctConnection, createApp, type AppOptions } from './lite-app.ts';
import { AccountNotices } from './account-notices.ts';
import { CallerStandings } from './caller-standing.ts';
import { AuthGuard } from './auth-guard.ts';
import { POOL } from '../database/pool-options.ts';
import { reachability } from '../database/reachable.ts';
import { publicNames } from '../database/public-names.ts';
import { tolerateClockSkew } from './clock-skew.ts';
import { LostConnections } from './database-loss.ts';
import type { DirectRequest } from './direct-plan.ts';
import { DirectRequests, type FailedRequest } from './direct-requests.ts';
import { withFailure } from './failed-request.ts';
import type { Answer } from '../http/answer.ts';
import { BackgroundMails } from '../mail/background-mails.ts';
import type { MailSink } from '../mail/mail.ts';
import { createMailer, type Mailer } from './mailer.ts';
import { AccessLog } from '../access-log/access-log.ts';
import { ObjectFiles } from '../storage/object-files.ts';
import { FactorApi } from './mfa/factor-api.ts';
import { SecretSeal } from '../tokens/sealed-secret.ts';
import { TokenLevels } from './mfa/token-levels.ts';
import { refuseSpelling } from './plain-request.ts';
import { withAuthRequest } from './request-context.ts';
import { SessionRecords } from './session-records.ts';
import { applyStorageContext } from './session-context.ts';
import { siteLinks, type LocalNames } from './site-links.ts';
import { storageRequests } from './storage-requests.ts';
import { readAfterUpdate } from './embedded-update.ts';
import { asSingleObject } from './single-object.ts';
import { WIRE_TYPES } from './wire-types.ts';

/**
 * The timeout in seconds. Requests have ended when the pools are closed: a query that still runs belongs to a
 * disconnected client.
 */
const CUT = { timeout: 0.2 };

/** The part of the catalogue that the API uses. */
export interface ApiSchema {
  /** Tables, views and functions as @supabase/lite serialises them. */
  introspection: string;
  /** Names that may be logged. */
  names: readonly string[];
}

/** Dependencies of the REST and auth API. */
export interface ApiOptions extends AppOptions {
  /** The same database twice: as `authenticator` for requests, as superuser to read the catalogue. */
  apiUrl: string;
  adminUrl: string;
  /** Local host names that also count as the site. */
  localNames: LocalNames;
  mail: MailSink;
  /** The shop's details in mails. */
  facts: () => ShopFacts;
  log: (line: string) => void;
  /** The schema, if already known; otherwise call {@link SupabaseApi.reloadSchema} first. */
  schema?: ApiSchema | undefined;
  /** Size of the connection pool for requests; auth and storage have their own. */
  poolSize: number;
  /** The folder for the objects of buckets. */
  storageFolder: string;
}

/** The REST (`/rest/v1`), auth (`/auth/v1`) and storage (`/storage/v1`) API. */
export interface SupabaseApi {
  /**
   * @param origin the server's origin as seen by the client, for links in mails.
   * @param peer key for rate limits: `peerOf(client)`.
   * @param failure failure of the same request on the direct path, returned without querying the database again.
   */
  fetch(request: Request, origin: string, peer: string, failure?: Error): Promise<Response>;
  /** Handles a request by the direct path, if supported. */
  direct(request: DirectRequest): Promise<Answer | FailedRequest | undefined>;
  /** Which limits apply to signed-in callers. */
  standings: CallerStandings;
  /** Returns the response of `next`, after logging the access if it shows personal data to staff. */
  logged(authorization: string | undefined, next: () => Promise<Answer>): Promise<Answer>;
  /** Whether the database responds. */
  isReachable(): Promise<boolean>;
  /** Removes unfinished uploads that waited too long. */
  readonly cleanUploads: () => Promise<number>;
  /** Names of tables, views and functions. */
  names(): ReadonlySet<string>;
  /** Clears the schema cache after migrations and reads the schema again. */
  reloadSchema(): Promise<ApiSchema>;
  close(): Promise<void>;
}

type Connect = (max: number, as?: Parameters<typeof createPostgresConnection>[0]) => PostgresConnection;

/** Opens pools whose connections are corrected. */
function connector(url: string, catalogue: PostgresConnection, lost: LostConnections): Connect {
  return (max, as = {}) => {
    const postgresOptions = { ...POOL, ...as.postgresOptions, max, types: WIRE_TYPES, onclose: lost.add };
    const connection = createPostgresConnection({ url, ...as, postgresOptions });
    correctConnection(connection, catalogue);
    return connection;
  };
}

/** The Storage API, on connections with the role of Supabase's own server for it. */
function storageOf(options: ApiOptions, connect: Connect, sessions: PostgresConnection) {
  const { jwtSecret, storageFolder } = options;
  const connection = connect(STORAGE_CONNECTIONS, {
    url: options.adminUrl,
    postgresOptions: { connection: { role: 'supabase_storage_admin', statement_timeout: 8000 } },
  });
  Object.assign(connection, { applyJwtSessionContext: applyStorageContext });
  const files = new ObjectFiles(join(storageFolder, 'objects'));
  const app = createApp(connection, options, { files, sessions: sessions.driver });
  const { answer, cleanUploads } = storageRequests(app, jwtSecret, storageFolder);
  const tolerant = (request: Request) => answer(tolerateClockSkew(request, jwtSecret));
  return { connection, answer: tolerant, cleanUploads };
}

/**
 * @supabase/lite with its differences from hosted Supabase corrected. Each correction documents the difference and has
 * a test: platform/server/test/rest-contract, auth-contract and schema-cache.
 */
export function createSupabaseApi(options: ApiOptions): SupabaseApi {
  let introspection = options.schema?.introspection;
  const catalogue = createPostgresConnection({
    url: options.adminUrl,
    schemaCache: {
      get: async () => introspection,
      set: async (_, read) => void (introspection = read),
      delete: async () => void (introspection = undefined),
    },
    postgresOptions: { ...POOL, max: 1, idle_timeout: 10 },
  });
  const lost = new LostConnections();
  const connect = connector(options.apiUrl, catalogue, lost);
  // A separate pool, so that log-ins do not wait for other queries.
  const connection = connect(options.poolSize);
  const authConnection = connect(AUTH_CONNECTIONS);
  const storage = storageOf(options, connect, authConnection);
  const site = siteLinks(options.siteUrl, options.localNames);
  const isReachable = reachability(catalogue.driver);
  const rest = createApp(connection, options);
  const auth = createApp(authConnection, options);
  const mails = new BackgroundMails(options.mail, options.log);
  const mailer = createMailer(mails, options.siteUrl, options.facts);
  Object.assign(auth, { _mailer: mailer });
  const ask = async (app: App, given: Request) => {
    const request = tolerateClockSkew(given, options.jwtSecret);
    return asSingleObject(request, await app.fetch(request));
  };
  const logPool = { ...POOL, max: 2, idle_timeout: 60 };
  const logConnection = createPostgresConnection({ url: options.adminUrl, postgresOptions: logPool });
  const accessLog = new AccessLog({ sql: logConnection.driver, jwtSecret: options.jwtSecret });
  const toRest = (request: Request) => readAfterUpdate(request, (one) => ask(rest, one));
  const toAuth = (request: Request) => ask(auth, request);
  const { factors, guard } = authChain(options, authConnection.driver, { mailer, sink: mails }, toAuth);
  const direct = new DirectRequests(connection, catalogue);
  let names: ReadonlySet<string> = new Set(options.schema?.names);
  return {
    standings: new CallerStandings(logConnection.driver),
    logged: (authorization, next) => accessLog.answer(authorization, next),
    direct: (request) => direct.answer(request),
    fetch: (request, origin, peer, failure) => {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/storage/'))
        return lost.answer(request, () => storage.answer(request), isReachable);
      const isAuth = pathname.startsWith('/auth/');
      const next = async () =>
        isAuth
          ? withAuthRequest(
              request,
              { origin, client: peer },
              site,
              async (checked) => (await factors.handle(checked)) ?? guard.handle(checked, peer),
            )
          : (refuseSpelling(request) ??
            withFailure(failure, () => guard.setup.answer(request, peer, toRest)));
      return lost.answer(request, next, isReachable);
    },
    isReachable,
    cleanUploads: storage.cleanUploads,
    names: () => names,
    reloadSchema: async () => {
      await catalogue.clearSchemaCache();
      const [found] = await Promise.all([
        publicNames(catalogue.driver),
        catalogue.introspect({ useCache: true }),
      ]);
      names = found;
      return { introspection: introspection ?? '', names: [...found] };
    },
    close: async () => {
      await mails.idle();
      await Promise.all(
        [connection, authConnection, storage.connection, logConnection, catalogue].map(({ driver }) =>
          driver.end(CUT),
        ),
      );
    },
  };
}

/** Handlers of an auth request before @supabase/lite: factors, then rate limits, sessions and assurance levels. */
function authChain(
  { jwtSecret, siteUrl, facts }: ApiOptions,
  sql: ReturnType<typeof createPostgresConnection>['driver'],
  { mailer, sink }: { mailer: Mailer; sink: MailSink },
  last: (request: Request) => Promise<Response>,
) {
  const parts = { sql, jwtSecret, notices: new AccountNotices({ sql, sink, siteUrl, facts }) };
  const levels = new TokenLevels(parts);
  const factors = new FactorApi({ ...parts, levels, seal: new SecretSeal(jwtSecret) });
  const records = new SessionRecords({
    ...parts,
    next: async (request) => levels.complete(await last(request)),
  });
  const guard = new AuthGuard({
    ...parts,
    next: (request) => records.handle(request),
    mailer,
    deliversMails: sink.delivers,
    https: siteUrl.startsWith('https:'),
  });
  return { factors, guard };
}
