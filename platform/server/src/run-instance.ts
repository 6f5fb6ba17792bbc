import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type postgres from 'postgres';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import type { SiteControl } from '@taller/shared/system-status/site-control.ts';
import { createSupabaseApi, type SupabaseApi } from './api/supabase-api.ts';
import type { backupsJob } from './backup/backups-job.ts';
import { REST_CONNECTIONS, ANONYMOUS_PLACES } from './config/limits.ts';
import type { Installation } from './config/installation.ts';
import type { ResolvedOptions } from './config/server-options.ts';
import { catalogueState } from './database/catalogue-state.ts';
import type { DatabaseUrls } from './database/database.ts';
import { CODE_FUNCTION, keepCodesSealed } from './device-codes/keep-codes-job.ts';
import { hasCodesToKeep } from './device-codes/prepare-keys.ts';
import type { CodeKeyFiles } from './device-codes/key-files.ts';
import { devRoutes } from './dev/dev-routes.ts';
import { CurrentFacts } from './facts/current-facts.ts';
import { followFacts, type FactsFollower } from './facts/follow-facts.ts';
import { functionHost } from './functions/function-host.ts';
import { functionRoute } from './functions/function-route.ts';
import { apiRoute } from './api/api-route.ts';
import { healthRoute } from './http/health-route.ts';
import { closeServer } from './http/listen.ts';
import type { ClientOf } from './network/client-address.ts';
import type { OriginOf } from './http/origin.ts';
import { sendJson, type Route } from './http/router.ts';
import { ConcurrencyLimiter } from './http/concurrency-limiter.ts';
import { shopJobs } from './shop-jobs.ts';
import { JobRecord } from './jobs/job-record.ts';
import { startJobs } from './jobs/job-runner.ts';
import { followOutbox } from './jobs/follow-outbox.ts';
import { sendMessages } from './jobs/send-messages.ts';
import type { Log } from './log/log.ts';
import type { KnownNames } from './log/route-template.ts';
import type { MailStore } from './mail/mail-store.ts';
import type { MailSink } from './mail/mail.ts';
import { Mailbox } from './mail/mailbox.ts';
import { mailSinkFor } from './mail/mail-sink.ts';
import { RecordedMails } from './mail/recorded-mails.ts';
import { prepareRecordKeys } from './records/record-key-files.ts';
import { SEAL_FUNCTION, sealRecords } from './records/seal-records.ts';
import { LivePages } from './pages/live-pages.ts';
import { plainRoute } from './plain/plain-route.ts';
import { publicData } from './plain/public-data.ts';
import type { KnownCatalogue } from './prepared-note.ts';
import { startRealtime } from './realtime/bridge.ts';
import { installFeed } from './realtime/feed.ts';
import { readFollowed } from './realtime/followed.ts';
import { createTaxSimulator } from './tax-simulator/create-tax-simulator.ts';
import { createSimulator } from './whatsapp-simulator/create-simulator.ts';
import { messageOf } from './errors/start-error.ts';
import { hostStatus } from './status/host-status.ts';
import { SiteFiles } from './site/site-files.ts';
import { siteRoute } from './site/site-route.ts';

/** Parameters for serving a prepared database. */
export interface InstanceOptions {
  server: Server;
  database: DatabaseUrls;
  /** A superuser connection, open until the server is ready. */
  admin: postgres.Sql;
  /** The catalogue, if already known; otherwise it is read. */
  known?: KnownCatalogue | undefined;
  keys: Pick<Installation, 'publishableKey' | 'secretKey' | 'jwtSecret'>;
  /** Encryption keys of device codes. */
  codeKeys: CodeKeyFiles;
  backups?: ReturnType<typeof backupsJob> | undefined;
  options: Pick<ResolvedOptions, 'mode' | 'dataDir' | 'remoteOrigins' | 'siteUrl'> & {
    siteDir: string | null;
    /** Compress the site's files at the best quality for all but their first request; true by default. */
    bestPacking?: boolean;
  };
  /** The recipient of mails instead of the simulator or SMTP_URL. */
  mail?: (MailSink & Partial<MailStore>) | undefined;
  /** Reads and changes the publications of the site; absent where this server keeps no site. */
  siteControl?: SiteControl | undefined;
  /** Address under which people see the site. */
  siteUrl: string;
  originOf: OriginOf;
  clientOf: ClientOf;
  log: Log;
}

/** The request handlers, and the names that the log may contain. */
export interface Instance {
  routes: Route[];
  known: KnownNames;
  catalogue: KnownCatalogue;
}

/** Starts everything behind the port. Started parts are added to `stack`, to be stopped in reverse order. */
export async function runInstance(instance: InstanceOptions, stack: AsyncDisposableStack): Promise<Instance> {
  const { server, database, admin, keys, codeKeys, backups, options, siteUrl, log } = instance;
  const simulated = options.mode !== 'empty';
  const facts = new CurrentFacts(NEUTRAL_FACTS);
  const pages = livePagesOf(instance, facts, stack);
  const mailbox = new Mailbox();
  const { sink, mail, mailStatus } = mailsOf(instance, simulated ? mailbox : undefined, stack);
  const api = createSupabaseApi({
    ...keys,
    apiUrl: database.apiUrl,
    adminUrl: database.adminUrl,
    siteUrl,
    // With a configured site URL, no other origin is accepted.
    localNames: options.siteUrl !== undefined ? 'none' : simulated ? 'any-port' : 'own-port',
    mail,
    facts: () => facts.get(),
    log: log.error,
    schema: instance.known?.schema,
    poolSize: options.mode === 'test' ? 8 : REST_CONNECTIONS,
    storageFolder: join(options.dataDir, 'storage'),
  });
  stack.defer(() => api.close());
  // Stopping runs in reverse: jobs, sockets, running requests, and then what they depend on.
  stack.defer(() => closeServer(server));
  const catalogue = instance.known ?? (await readCatalogue(admin, api));
  // The API opens the connection of readiness checks beforehand.
  const [realtime, follower] = await Promise.all([
    startRealtimeWith(instance, catalogue, stack),
    followFactsWith(instance, { facts, pages }, stack),
    api.isReachable(),
  ]);
  const jobs = new JobRecord();
  const recordKeys = await prepareRecordKeys(options.dataDir);
  const cronSecret = process.env.CRON_SECRET || randomBytes(24).toString('base64url');
  // With the shop's own credential, messages go to the real provider even from the demo.
  const isSimulated = simulated && !process.env.WHATSAPP_TOKEN;
  const whatsapp = isSimulated ? createSimulator(siteUrl, () => facts.get().shop.name) : undefined;
  const tax = simulated && !process.env.TAX_PROVIDER_URL ? createTaxSimulator(siteUrl) : undefined;
  const env = { ...process.env, ...whatsapp?.env, ...tax?.env, CRON_SECRET: cronSecret };
  const simulators = simulated ? { mailbox, whatsapp: whatsapp?.simulator, tax: tax?.simulator } : undefined;
  const functions = functionHost({
    ...keys,
    api,
    siteUrl,
    env,
    log,
    host: hostStatus({
      ...options,
      jobs,
      behindSince: () => pages?.behindSince() ?? null,
      simulated: whatsapp !== undefined,
      mail: mailStatus,
      realtime: () => realtime.status(),
    }),
    site: instance.siteControl,
    secretsOf: (name) =>
      name === CODE_FUNCTION ? codeKeys.environment : name === SEAL_FUNCTION ? recordKeys.environment : {},
  });
  const codes = {
    functions,
    files: codeKeys,
    adminUrl: database.adminUrl,
    siteUrl,
    cronSecret,
    log: log.warn,
  };
  const retention = { adminUrl: database.adminUrl, mails: sink, log: log.info };
  await sealOldCodes(codes, admin, log);
  // Tests call jobs directly; timers would make them depend on the clock.
  if (options.mode !== 'test') {
    const work = shopJobs({ api, codes, retention, mail, siteUrl, facts });
    const call = { functions, siteUrl, cronSecret };
    await sendWith(instance, { ...call, files: recordKeys }, { follower, jobs, stack });
    stack.defer(startJobs(backups ? [...work, backups.job] : work, log.error, jobs));
    stack.defer(() => backups?.stop());
  }
  return {
    routes: routesOf(instance, { api, functions, facts, pages, simulators }),
    catalogue,
    known: { rest: api.names(), isFunction: (name) => functions.find(name) !== undefined },
  };
}

/** The sink and the store of mails, and what 'Estado' tells of their transport. */
function mailsOf(
  { mail: given, database, options, log }: InstanceOptions,
  mailbox: Mailbox | undefined,
  stack: AsyncDisposableStack,
) {
  const sink = given ?? mailbox ?? mailSinkFor(process.env, options.dataDir, log.warn);
  const isSent = sink.delivers && sink !== mailbox;
  return {
    sink,
    mail: isSent ? stack.use(new RecordedMails(sink, database.adminUrl)) : sink,
    mailStatus: { configured: sink.delivers, simulated: sink === mailbox },
  };
}

/** Stops a part with the stack, also if it starts late. */
function stopWith<Part extends { stop(): Promise<void> }>(
  stack: AsyncDisposableStack,
  starting: Promise<Part>,
): Promise<Part> {
  stack.defer(() =>
    starting.then(
      (part) => part.stop(),
      () => undefined,
    ),
  );
  return starting;
}

/** Starts the realtime bridge. */
function startRealtimeWith(
  { server, database, keys, originOf, clientOf, log }: InstanceOptions,
  { followed }: KnownCatalogue,
  stack: AsyncDisposableStack,
) {
  const starting = startRealtime({
    ...keys,
    server,
    adminUrl: database.adminUrl,
    apiUrl: database.apiUrl,
    followed,
    isOurHost: (host) => originOf(host) !== undefined,
    clientOf,
    log: log.error,
  });
  return stopWith(stack, starting);
}

/** The site's pages with the current facts, if there is a site. */
function livePagesOf(
  { options: { siteDir, bestPacking }, log }: InstanceOptions,
  facts: CurrentFacts,
  stack: AsyncDisposableStack,
): LivePages | undefined {
  if (siteDir === null) return undefined;
  const state = () => facts.state();
  const pages = new LivePages({ folder: siteDir, state, best: bestPacking, log: log.error });
  stack.defer(() => pages.stop());
  return pages;
}

/** Follows the shop's facts. */
function followFactsWith(
  { database, log }: InstanceOptions,
  { facts, pages }: { facts: CurrentFacts; pages: LivePages | undefined },
  stack: AsyncDisposableStack,
) {
  const onRead = pages && (() => void pages.refresh());
  return stopWith(stack, followFacts({ adminUrl: database.adminUrl, facts, onRead, log: log.error }));
}

/**
 * Encrypts plain codes of an older data folder, and re-encrypts those of a replaced key, before requests are served. A
 * failure does not keep the shop closed.
 */
async function sealOldCodes(
  codes: Parameters<typeof keepCodesSealed>[0],
  admin: postgres.Sql,
  log: Log,
): Promise<void> {
  try {
    if (await hasCodesToKeep(admin)) await keepCodesSealed(codes, admin);
  } catch (error) {
    log.error(`Claves de equipos: ${messageOf(error)}`);
  }
}

/** Sends messages and seals records as they are queued, until the stack ends. */
async function sendWith(
  { log }: InstanceOptions,
  call: Parameters<typeof sealRecords>[0],
  { follower, jobs, stack }: { follower: FactsFollower; jobs: JobRecord; stack: AsyncDisposableStack },
): Promise<void> {
  const outbox = { listen: follower.listen, log: log.error, record: jobs };
  const messages = { name: 'send-messages', channel: 'messages_queued', send: () => sendMessages(call) };
  const records = { name: SEAL_FUNCTION, channel: 'records_queued', send: () => sealRecords(call) };
  for (const queue of [messages, records]) stack.defer(await followOutbox({ ...outbox, ...queue }));
}

/** Services that answer the routes. */
interface RouteParts {
  api: SupabaseApi;
  functions: ReturnType<typeof functionHost>;
  facts: CurrentFacts;
  pages: LivePages | undefined;
  /** Absent without simulated services. */
  simulators: Parameters<typeof devRoutes>[0] | undefined;
}

function routesOf(
  { keys, options, siteUrl }: InstanceOptions,
  { api, functions, facts, pages, simulators }: RouteParts,
): Route[] {
  const anonymous = new ConcurrencyLimiter(ANONYMOUS_PLACES);
  const routes = [
    healthRoute(() => api.isReachable()),
    apiRoute(api, keys, anonymous),
    functionRoute(functions, keys, api),
    configRoute(keys.publishableKey),
    ...(simulators ? devRoutes(simulators) : []),
  ];
  const { siteDir } = options;
  if (siteDir === null) return routes;
  const https = siteUrl.startsWith('https:');
  const files = new SiteFiles(siteDir, options.bestPacking, pages);
  return [
    ...routes,
    plainRoute(files, https, ({ origin, client, incoming }) =>
      publicData({
        facts: facts.get(),
        api,
        functions,
        limiter: anonymous,
        publishableKey: keys.publishableKey,
        origin,
        client,
        browser: incoming.headers['user-agent'] ?? '',
      }),
    ),
    siteRoute(files, https, { remotes: options.remoteOrigins }),
  ];
}

/** Installs the realtime feed and reads the catalogue. */
async function readCatalogue(admin: postgres.Sql, api: SupabaseApi): Promise<KnownCatalogue> {
  await installFeed(admin);
  // Read first: a change made during the reads then differs from this state, and the next start reads again.
  const state = await catalogueState(admin);
  const [followed, schema] = await Promise.all([readFollowed(admin), api.reloadSchema()]);
  return { state, followed, schema };
}

/** GET /config.json: tells the site where its Supabase is, under the origin seen by the client. */
function configRoute(publishableKey: string): Route {
  return async ({ outgoing, path, origin }) => {
    if (path !== '/config.json') return false;
    sendJson(outgoing, 200, { supabaseUrl: origin, supabaseKey: publishableKey });
    return true;
  };
}
