import postgres from 'postgres';
import { backupsJob } from './backup/backups-job.ts';
import { keepSealing } from './backup/keep-sealing.ts';
import { ensureDataDir, isDiskFull } from './config/data-dir.ts';
import { ensureInstallation, saveInstallation, type Installation } from './config/installation.ts';
import { lockDataDir } from './config/instance-lock.ts';
import { resolveOptions, type ResolvedOptions, type ServerOptions } from './config/server-options.ts';
import { openDatabase, prepareDatabase, type Database } from './database/database.ts';
import { refreshDemoShop, seedDemoShopApart } from './database/seed.ts';
import { setSiteUrl } from './database/site-url.ts';
import { clientRule, proxyRule } from './network/client-address.ts';
import { prepareCodeKeys } from './device-codes/prepare-keys.ts';
import { createHandler } from './http/handler.ts';
import { closeServer, listen } from './http/listen.ts';
import { originRule } from './http/origin.ts';
import { processLog, silentLog, type Log } from './log/log.ts';
import { archiveOf } from './postgres/wal-archive.ts';
import { StartError } from './errors/start-error.ts';
import { PreparedNote } from './prepared-note.ts';

/** A running server. */
export interface RunningServer {
  /** URL of the site, e.g. `http://127.0.0.1:3000`. */
  url: string;
  port: number;
  keys: { publishable: string; secret: string };
  /** Connection URL as role `postgres`, with a hosted project's rights. */
  databaseUrl: string;
  /** Superuser connection URL, for the server's own tools. */
  adminUrl: string;
  /** Shuts everything down in order; acknowledged writes are durable. Idempotent. */
  close(): Promise<void>;
}

/**
 * Starts the whole product on one port of 127.0.0.1: PostgreSQL, migrations, API, auth, realtime, functions, simulators
 * and the site. Resolves when it is ready; if any part fails, the started parts are stopped again.
 * @throws StartError with a Spanish message for the operator.
 */
export async function startServer(
  given: ServerOptions,
  log: Log = given.quiet ? silentLog : processLog(process.env),
): Promise<RunningServer> {
  const options = resolveOptions(given);
  try {
    return await startWith(options, log);
  } catch (error) {
    throw isDiskFull(error)
      ? new StartError('data-dir-not-writable', diskFull(options.dataDir), error)
      : error;
  }
}

function diskFull(dataDir: string): string {
  return `El disco de la carpeta de datos ${dataDir} está lleno. Libera espacio y parte de nuevo: no se perdió nada.`;
}

function warnOfUnknownProxy(options: ResolvedOptions, log: Log): void {
  if (options.mode !== 'empty' || options.siteUrl === undefined || options.trustedProxies.length > 0) return;
  log.warn(
    'TRUSTED_PROXIES no está definida: detrás de un proxy, todas las visitas comparten los límites de una sola.',
  );
}

/** Encrypts the archived write-ahead log, if a passphrase is set. */
function keepWalSealed(
  { walArchive, walPassphrase }: ResolvedOptions,
  { staged }: Database,
  { id }: Installation,
  log: Log,
  stack: AsyncDisposableStack,
): void {
  if (walArchive === undefined || walPassphrase === undefined || staged === undefined) return;
  const folder = archiveOf(walArchive, id);
  const sealing = keepSealing({ staging: staged, folder, passphrase: walPassphrase }, log.error);
  // After PostgreSQL, which archives its last segment when it stops.
  stack.defer(() => sealing.stop());
}

async function seedOnce(
  dataDir: string,
  installation: Installation,
  adminUrl: string,
  log: Log,
): Promise<void> {
  if (installation.seeded) return refreshDemoShop(adminUrl);
  log.info('Llenando la tienda de demostración con un año de trabajo…');
  await seedDemoShopApart(adminUrl);
  saveInstallation(dataDir, { ...installation, seeded: true });
}

async function startWith(options: ResolvedOptions, log: Log): Promise<RunningServer> {
  await using stack = new AsyncDisposableStack();
  const dataDir = ensureDataDir(options.dataDir);
  const lock = lockDataDir(dataDir);
  stack.defer(() => lock.release());
  const installation = ensureInstallation(dataDir, options.mode);

  warnOfUnknownProxy(options, log);
  const originOf = originRule(options.siteUrl);
  const clientOf = clientRule(options.trustedProxies);
  const isProxy = proxyRule(options.trustedProxies);
  const handler = createHandler({ originOf, clientOf, isProxy }, log);
  const { server, port } = await listen(options.port, options.host, handler.listener, log.error, isProxy);
  stack.defer(() => closeServer(server));
  const url = `http://${options.host}:${port}`;
  lock.announce(url);

  // Building takes longest, so it runs in parallel with the database; its failure is handled when the database is
  // ready.
  const site = typeof options.siteDir === 'function' ? options.siteDir() : Promise.resolve(options.siteDir);
  site.catch(() => undefined);
  // Importing the request handlers takes half of a start, so it runs while PostgreSQL starts.
  const loadInstance = () => import('./run-instance.ts');
  const database = await openDatabase(dataDir, installation, {
    databaseUrl: options.databaseUrl,
    walArchive: options.walArchive,
    sealsWal: options.walPassphrase !== undefined,
    disposable: options.mode === 'test',
    log: log.warn,
    meanwhile: () => loadInstance().catch(() => undefined),
  });
  keepWalSealed(options, database, installation, log, stack);
  stack.defer(() => database.stop());
  const admin = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => admin.end({ timeout: 0.2 }));
  const note =
    options.build === undefined ? undefined : new PreparedNote(dataDir, options.build, installation);
  const prepared = await note?.find(admin);
  const applied = prepared ? [] : await prepareDatabase(database, installation);
  if (applied.length > 0) log.info(`Base de datos al día: ${applied.length} migraciones aplicadas.`);

  const siteUrl = options.siteUrl ?? url;
  const [codeKeys] = await Promise.all([prepareCodeKeys(dataDir, admin), setSiteUrl(admin, options, url)]);
  if (options.mode === 'demo') await seedOnce(dataDir, installation, database.adminUrl, log);
  const { runInstance } = await loadInstance();
  const { routes, known, catalogue } = await runInstance(
    {
      server,
      database,
      admin,
      known: prepared,
      keys: installation,
      codeKeys,
      backups:
        options.backups &&
        backupsJob({
          ...options,
          backups: options.backups,
          dataDir,
          installation: installation.id,
          adminUrl: database.adminUrl,
          log: log.info,
        }),
      options: { ...options, siteDir: await site },
      siteControl: options.siteControl,
      siteUrl,
      originOf,
      clientOf,
      log,
    },
    stack,
  );
  handler.open(routes, known);
  if (!prepared) note?.save(catalogue);
  await admin.end({ timeout: 5 });
  const running = stack.move();
  return {
    url,
    port,
    keys: { publishable: installation.publishableKey, secret: installation.secretKey },
    databaseUrl: database.ownerUrl,
    adminUrl: database.adminUrl,
    close: () => running.disposeAsync(),
  };
}
