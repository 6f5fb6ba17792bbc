import { parseArgs } from 'node:util';
import { optionsFromEnv } from '@taller/server/config/server-options.ts';
import { readInstallation, type ServerMode } from '@taller/server/config/installation.ts';
import { captureConsole } from '@taller/server/log/capture-console.ts';
import { processLog } from '@taller/server/log/log.ts';
import { errorWords } from '@taller/server/log/error-words.ts';
import { servedFolder } from '@taller/server/site/served-folder.ts';
import { codeOf, StartError } from '@taller/server/errors/start-error.ts';
import { startServer, type RunningServer } from '@taller/server/start-server.ts';
import { hashSources } from '#src/build/sources-hash.ts';
import { inRoot } from '#src/workspace/root.ts';
import { siteControl } from '#src/site/site-control.ts';
import { firstStart } from '#src/start/first-admin.ts';
import { demoBanner, shopBanner } from '#src/start/banner.ts';
import { refuseRoot } from '#src/start/refuse-root.ts';
import { keepAddress } from '#src/start/keep-address.ts';
import { buildOwnSite } from '#src/start/own-site.ts';
import { readSetupFile, type SetupFile } from '#src/start/setup-file.ts';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

// `npm start [-- --empty [--setup FILE]]`: the whole product on one port of 127.0.0.1. Configured by PORT and DATA_DIR.

/** A folder keeps its kind of shop; a new one becomes the demo shop unless `--empty` is given. */
function modeOf(dataDir: string, empty: boolean): ServerMode {
  if (empty) return 'empty';
  return readInstallation(dataDir)?.mode === 'empty' ? 'empty' : 'demo';
}

/** A site maintained by build:site and publish-remote is served without building. */
async function deployedSite(folder: string): Promise<string> {
  if (existsSync(join(await servedFolder(folder), 'index.html'))) return folder;
  throw new StartError(
    'bad-options',
    `SITE_DIR=${folder} no tiene un sitio. Ármalo primero: npm run build:site -- ${folder}`,
  );
}

/** @throws StartError for arguments that there are not: a restart would not help. */
function startArguments(): { empty: boolean; setup?: string | undefined } {
  try {
    const options = { empty: { type: 'boolean', default: false }, setup: { type: 'string' } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    if (!codeOf(error)?.startsWith('ERR_PARSE_ARGS')) throw error;
    const use =
      'Uso: npm start -- [--empty [--setup ARCHIVO]]. El puerto y la carpeta van antes: PORT=4000 DATA_DIR=carpeta npm start';
    throw new StartError('bad-options', `Ese argumento no existe o le falta algo. ${use}`, error);
  }
}

/** Identifies the server's sources and packages: another version may read the same database's catalogue differently. */
const programId = () => hashSources([inRoot('platform/server/src'), inRoot('pnpm-lock.yaml')]);

interface Begun {
  dataDir: string;
  siteUrl: string | undefined;
  file: SetupFile | undefined;
}

/** Sets an empty shop up, or says how to. @returns the message for the operator. */
async function beginShop(
  { url, adminUrl }: RunningServer,
  { dataDir, siteUrl = url, file }: Begun,
): Promise<string> {
  const first = await firstStart({ adminUrl, siteUrl, env: process.env, file });
  // Output that is not a terminal may be a log that is kept, so the address goes to a file instead.
  const kept = keepAddress(dataDir, first.kind === 'address' && !process.stdout.isTTY ? first.address : null);
  return shopBanner(url, first, kept);
}

const stopping = new AbortController();
const log = processLog(process.env);
captureConsole(log);

async function start(): Promise<RunningServer> {
  const values = startArguments();
  if (values.setup !== undefined && !values.empty)
    throw new StartError('bad-options', '--setup es para una tienda real: úsalo junto con --empty.');
  const fromEnv = optionsFromEnv(process.env);
  const dataDir = resolve(inRoot(), fromEnv.dataDir);
  // Read first, so that a faulty file leaves nothing behind.
  const file = values.setup === undefined ? undefined : await readSetupFile(resolve(inRoot(), values.setup));
  const mode = modeOf(dataDir, values.empty);
  const { BACKUP_PASSPHRASE_FILE: passphrase } = process.env;
  if (mode === 'empty')
    refuseRoot({
      dataDir,
      others: [fromEnv.siteDir, fromEnv.backups?.folder, fromEnv.walArchive, passphrase],
    });
  const siteFolder = fromEnv.siteDir ? resolve(inRoot(), fromEnv.siteDir) : join(dataDir, 'site');
  const siteDir = fromEnv.siteDir
    ? await deployedSite(siteFolder)
    : () => buildOwnSite({ folder: siteFolder, isDemo: mode === 'demo', signal: stopping.signal });
  const { backups, walArchive, siteUrl } = fromEnv;
  const options = {
    ...fromEnv,
    dataDir,
    mode,
    siteDir,
    siteControl: siteControl(siteFolder),
    build: programId(),
    backups: backups && { ...backups, folder: resolve(inRoot(), backups.folder) },
    walArchive: walArchive && resolve(inRoot(), walArchive),
  };
  const server = await startServer(options, log);
  try {
    console.log(
      mode === 'empty' ? await beginShop(server, { dataDir, siteUrl, file }) : demoBanner(server.url),
    );
  } catch (error) {
    await server.close();
    throw error;
  }
  return server;
}

/** Exit code of an unexpected failure (EX_SOFTWARE of sysexits.h), as opposed to 1 for a refused start. */
const FAILED = 70;

/**
 * The process state is unknown after an uncaught exception: platform/release/setup/supervise.mjs starts another
 * process, which takes PostgreSQL over.
 */
function fail(error: unknown): void {
  log.error(`El servidor falló: ${errorWords(error)}`);
  process.exit(FAILED);
}

function explain(error: unknown): void {
  // Failures after the operator stopped it are expected.
  if (stopping.signal.aborted) process.exit(0);
  if (!(error instanceof StartError)) return fail(error);
  process.stderr.write(`\n✗ ${error.message}\n\n`);
  process.exit(1);
}

// A closed output pipe (EPIPE) is no reason to exit.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.on('uncaughtException', fail);
const starting = start();
function stop(): void {
  if (stopping.signal.aborted) return;
  console.log('\nDeteniendo…');
  stopping.abort();
  starting
    .then((server) => server.close())
    .then(() => process.exit(0))
    .catch(explain);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
// The supervisor was killed: nothing could stop or restart this server.
if (process.connected) process.on('disconnect', stop);
/** The supervisor may already be gone; the disconnect event stops this server. */
function tell(word: 'loaded' | 'ready'): void {
  if (process.connected) process.send?.(word, undefined, undefined, () => undefined);
}
tell('loaded');
starting.then(() => tell('ready')).catch(explain);
