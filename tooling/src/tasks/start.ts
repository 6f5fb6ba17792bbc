import { parseArgs } from 'node:util';
import { optionsFromEnv } from '@taller/server/config/server-options.ts';
import { readInstallation, type ServerMode } from '@taller/server/config/installation.ts';
import { captureConsole } from '@taller/server/log/capture-console.ts';
import { processLog } from '@taller/server/log/log.ts';
import { errorWords } from '@taller/server/log/error-words.ts';
import { StartError } from '@taller/server/errors/start-error.ts';
import { startServer, type RunningServer } from '@taller/server/start-server.ts';
import { inRoot } from '#src/workspace/root.ts';
import { ensureFirstAdmin } from '#src/start/first-admin.ts';
import { demoBanner, shopBanner } from '#src/start/banner.ts';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

// `npm start [-- --empty]`: the whole product on one port of 127.0.0.1. PORT and DATA_DIR say where.

/** A folder keeps being what it is; a new one becomes the demo shop unless `--empty` is given. */
function modeOf(dataDir: string, empty: boolean): ServerMode {
  if (empty) return 'empty';
  return readInstallation(dataDir)?.mode === 'empty' ? 'empty' : 'demo';
}

/** A site that build:site and publish-remote keep: it is served as it is, and nothing is built. */
function deployedSite(folder: string): string {
  if (existsSync(join(folder, 'index.html'))) return folder;
  throw new StartError(
    'bad-options',
    `SITE_DIR=${folder} no tiene un sitio. Ármalo primero: npm run build:site -- ${folder}`,
  );
}

const log = processLog(process.env);
captureConsole(log);

async function start(): Promise<RunningServer> {
  const { values } = parseArgs({ options: { empty: { type: 'boolean', default: false } } });
  const fromEnv = optionsFromEnv(process.env);
  const dataDir = resolve(inRoot(), fromEnv.dataDir);
  const mode = modeOf(dataDir, values.empty);
  const siteDir = fromEnv.siteDir
    ? deployedSite(resolve(inRoot(), fromEnv.siteDir))
    : async () => {
        const { buildSite } = await import('#src/site/build-site.ts');
        return buildSite({ log: (line) => console.log(line) });
      };
  const { backups, walArchive } = fromEnv;
  const options = {
    ...fromEnv,
    dataDir,
    mode,
    siteDir,
    backups: backups && { ...backups, folder: resolve(inRoot(), backups.folder) },
    walArchive: walArchive && resolve(inRoot(), walArchive),
  };
  const server = await startServer(options, log);
  try {
    console.log(
      mode === 'empty'
        ? shopBanner(server.url, await ensureFirstAdmin(server, process.env))
        : demoBanner(server.url),
    );
  } catch (error) {
    await server.close();
    throw error;
  }
  return server;
}

/** A failure that nobody foresaw (EX_SOFTWARE of sysexits.h), as against a start that is refused with 1. */
const FAILED = 70;
let stopping = false;

/**
 * Nothing can be known of this process any more: tooling/setup/supervise.mjs starts another, which takes the PostgreSQL
 * over.
 */
function fail(error: unknown): void {
  log.error(`El servidor falló: ${errorWords(error)}`);
  process.exit(FAILED);
}

function explain(error: unknown): void {
  // What was under way when somebody stopped it failed because of that.
  if (stopping) process.exit(0);
  if (!(error instanceof StartError)) return fail(error);
  process.stderr.write(`\n✗ ${error.message}\n\n`);
  process.exit(1);
}

// Whoever reads the output may go away; that is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.on('uncaughtException', fail);
const starting = start();
function stop(): void {
  if (stopping) return;
  stopping = true;
  console.log('\nDeteniendo…');
  starting
    .then((server) => server.close())
    .then(() => process.exit(0))
    .catch(explain);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
// The supervisor was killed: nobody could stop this server, or would start it again.
if (process.connected) process.on('disconnect', stop);
/** A supervisor that has gone, or is killed meanwhile, takes no word: the disconnection stops this server. */
function tell(word: 'loaded' | 'ready'): void {
  if (process.connected) process.send?.(word, undefined, undefined, () => undefined);
}
tell('loaded');
starting.then(() => tell('ready')).catch(explain);
