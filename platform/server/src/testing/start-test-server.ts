import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import type { SiteControl } from '@taller/shared/system-status/site-control.ts';
import { newInstallation } from '../config/installation.ts';
import { setSiteUrl } from '../database/site-url.ts';
import { clientRule, proxyRule } from '../network/client-address.ts';
import { CodeKeyFiles } from '../device-codes/key-files.ts';
import { prepareCodeKeys } from '../device-codes/prepare-keys.ts';
import { createHandler } from '../http/handler.ts';
import { listen } from '../http/listen.ts';
import { originRule } from '../http/origin.ts';
import { createLog, silentLog } from '../log/log.ts';
import type { MailSink } from '../mail/mail.ts';
import type { StoredMail } from '../mail/mailbox.ts';
import type { KnownCatalogue } from '../prepared-note.ts';
import { runInstance } from '../run-instance.ts';
import type { RunningServer } from '../start-server.ts';
import { forgetfulPool } from './forgetful-pool.ts';
import { createTestDatabase } from './template-database.ts';
import { acquireTestCluster } from './test-cluster.ts';

/** Contents of a test server. */
export interface TestServerOptions {
  /** Seed the demo shop. Otherwise the tables are empty. */
  demo?: boolean;
  /** Run scheduled jobs, e.g. sending messages. Server tests call them directly instead. */
  jobs?: boolean;
  /** The built site; none by default. */
  siteDir?: string | null;
  /** Origins of remotes on other hosts. */
  remoteOrigins?: string[];
  /** Reads and changes the site's publications; nothing does by default. */
  siteControl?: SiteControl;
  /** The recipient of mails instead of the simulator. */
  mail?: MailSink;
  /** Trusted proxies for X-Forwarded-For; this machine by default, so that a test can simulate any client address. */
  trustedProxies?: string[];
  /** Public URL of the site behind a proxy; its own by default. */
  siteUrl?: string;
  /** Changes the database as superuser before the API reads its catalogue. */
  prepare?: (sql: postgres.Sql) => Promise<unknown>;
  /** Receives every log line. */
  log?: (line: string) => void;
  /** The API's connections forget between transactions what earlier ones have set, as behind a transaction pooler. */
  forgetful?: boolean;
}

/** A running server with functions for tests. */
export interface TestServer extends RunningServer, AsyncDisposable {
  /** Superuser connection to its database, for verifying the actual state. */
  sql: postgres.Sql;
  /** Its data folder. */
  dataDir: string;
  /** Mails sent so far, newest first. */
  mails(): Promise<StoredMail[]>;
}

/**
 * The catalogue of a template, as the first server of this process on a copy has read it: reading it takes most of a
 * start. Text, so that no server changes it for the next.
 */
let catalogueText: string | undefined;

/**
 * Starts a server on a free port with a fresh database, in well under a second when the run shares a cluster
 * (global-setup.ts). Dispose of it with `await using` or `close()`, which cleans up.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  await using stack = new AsyncDisposableStack();
  const { cluster, release } = await acquireTestCluster();
  stack.defer(release);
  const dataDir = mkdtempSync(join(cluster.folder, 'server-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const database = await createTestDatabase(cluster, options.demo ? 'demo' : 'migrations');
  stack.defer(() => database.stop());
  if (options.forgetful) database.apiUrl = stack.use(await forgetfulPool(database.apiUrl)).url;

  const log = options.log ? createLog({ write: options.log, format: 'json', level: 'debug' }) : silentLog;
  const originOf = originRule(options.siteUrl);
  const trustedProxies = options.trustedProxies ?? ['127.0.0.1'];
  const clientOf = clientRule(trustedProxies);
  const isProxy = proxyRule(trustedProxies);
  const handler = createHandler({ originOf, clientOf, isProxy }, log);
  const { server, port } = await listen(0, '127.0.0.1', handler.listener, log.error, isProxy);
  const url = `http://127.0.0.1:${port}`;
  const siteUrl = options.siteUrl ?? url;
  const sql = postgres(database.adminUrl, { max: 4, onnotice: () => {} });
  stack.defer(() => sql.end({ timeout: 5 }));
  await setSiteUrl(sql, options, url);
  await new CodeKeyFiles(dataDir).add(cluster.codeKey);
  const codeKeys = await prepareCodeKeys(dataDir, sql);
  await options.prepare?.(sql);
  const keys = newInstallation('test');
  const resolved = {
    mode: options.jobs ? ('demo' as const) : ('test' as const),
    siteDir: options.siteDir ?? null,
    dataDir,
    siteUrl: options.siteUrl,
    remoteOrigins: options.remoteOrigins ?? [],
    // The site's only visitor is local.
    bestPacking: false,
  };
  const isAsTemplate = options.prepare === undefined;
  const { routes, known, catalogue } = await runInstance(
    {
      server,
      database,
      admin: sql,
      known:
        isAsTemplate && catalogueText !== undefined
          ? (JSON.parse(catalogueText) as KnownCatalogue)
          : undefined,
      keys,
      codeKeys,
      options: resolved,
      mail: options.mail,
      siteControl: options.siteControl,
      siteUrl,
      originOf,
      clientOf,
      log,
    },
    stack,
  );
  if (isAsTemplate) catalogueText ??= JSON.stringify(catalogue);
  handler.open(routes, known);

  const running = stack.move();
  const close = () => running.disposeAsync();
  return {
    url,
    port,
    keys: { publishable: keys.publishableKey, secret: keys.secretKey },
    databaseUrl: database.ownerUrl,
    adminUrl: database.adminUrl,
    dataDir,
    sql,
    mails: async () => (await (await fetch(`${url}/_dev/mails.json`)).json()) as StoredMail[],
    close,
    [Symbol.asyncDispose]: close,
  };
}
