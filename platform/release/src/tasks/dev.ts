import { parseArgs } from 'node:util';
import { StartError } from '@taller/server/errors/start-error.ts';
import { REMOTE_NAMES, type RemoteName } from '@taller/shared/contract/remote-names.ts';
import { GALLERY_PATH } from '#src/dev/dev-gallery.ts';
import { SIGN_IN_PATH } from '#src/dev/dev-sign-in.ts';
import { DevServer, ensurePortFree } from '#src/dev/dev-server.ts';
import { startScreen } from '#src/dev/start-screen.ts';
import { SiteError } from '#src/on-site/site-error.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { isUsageError } from '#src/workspace/is-usage-error.ts';
import { SHELL_PORT } from '#src/workspace/ports.ts';
import { inRoot } from '#src/workspace/root.ts';

// `npm run dev [REMOTE…]`: the shell and all remotes, or these only, with hot reload, on the embedded server with the
// demo shop. `npm run dev REMOTE -- --site ADDRESS`: this remote in a site that runs. Configured by DATA_DIR and
// DEV_PORT.

const USAGE = `Uso: npm run dev [REMOTO…]
     npm run dev REMOTO -- --site DIRECCIÓN

  REMOTO             ${REMOTE_NAMES.join(', ')}; sin ninguno, todos
  --site DIRECCIÓN   sirve solo ese remoto, desde aquí, dentro de este sitio publicado (https://taller.cl, o el de un
                     npm start): con sus datos, su shell y sus otros remotos, y sin base de datos. Se abre en la
                     dirección local que imprime y se entra con la cuenta propia; nadie más lo ve
  --help             esta ayuda

  DEV_PORT           puerto (sin --site son ${REMOTE_NAMES.length + 1}: ese, el del shell, y los ${REMOTE_NAMES.length} siguientes, de los remotos)
  DATA_DIR           carpeta de los datos de demostración, sin --site`;

const site = `http://localhost:${SHELL_PORT}`;
/** Functions that stop the started parts, called in reverse order. */
const undo: (() => Promise<unknown>)[] = [];
let stopping = false;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const step of undo.toReversed()) await step().catch((error: unknown) => console.error(error));
  process.exit(code);
}

function options() {
  return parseArgs({
    allowPositionals: true,
    options: { site: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
}

function chosenRemotes(positionals: readonly string[]): readonly RemoteName[] {
  const known: readonly string[] = REMOTE_NAMES;
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new StartError(
      'bad-options',
      `No existe el remoto «${unknown}». Los que hay: ${known.join(', ')}.`,
    );
  }
  return positionals.length === 0 ? REMOTE_NAMES : REMOTE_NAMES.filter((name) => positionals.includes(name));
}

function banner(remotes: readonly RemoteName[], api: string): string {
  const address = (name: RemoteName) => {
    const { path, account } = startScreen(name);
    return `  ${name.padEnd(16)} ${site}${SIGN_IN_PATH}/${name}  (${path}, ${account ?? 'sin sesión'})`;
  };
  return [
    '',
    `✓ Sitio en desarrollo: ${site}`,
    '',
    ...remotes.map(address),
    '',
    `  Otras cuentas:     ${site}${SIGN_IN_PATH}`,
    `  Componentes:       ${site}${GALLERY_PATH}`,
    `  API y simuladores: ${api}`,
    '',
    '  Ctrl-C para detener. Los datos se conservan.',
  ].join('\n');
}

function assertPort(): void {
  if (Number.isInteger(SHELL_PORT) && SHELL_PORT >= 1 && SHELL_PORT <= 65_000) return;
  throw new StartError(
    'bad-options',
    `DEV_PORT debe ser un puerto entre 1 y 65000, y es «${process.env.DEV_PORT}».`,
  );
}

/** One remote in a site that runs, without a database. */
async function startOnSite(positionals: readonly string[], site: string): Promise<void> {
  const [remote, ...others] = positionals;
  if (!remote || others.length > 0) throw new SiteError(`Con --site se nombra un remoto.\n\n${USAGE}`);
  chosenRemotes(positionals);
  // React's production build, as in the page of the site; the remote's packages are chosen by it.
  process.env.NODE_ENV = 'production';
  const { announcement, developOnSite } = await import('#src/on-site/develop-on-site.ts');
  const port = process.env.DEV_PORT ? SHELL_PORT : null;
  const { url, close } = await developOnSite({ folder: inRoot(remote), site, port, say: console.log });
  undo.push(close);
  console.log(announcement(remote, site, url));
}

async function startDemo(positionals: readonly string[]): Promise<void> {
  const remotes = chosenRemotes(positionals);
  const { startServer } = await import('@taller/server/start-server.ts');
  const packages = ['shell', ...remotes] as const;
  for (const name of packages) await ensurePortFree(name);
  const starting = startServer({
    port: 0,
    dataDir: process.env.DATA_DIR || inRoot('.data'),
    mode: 'demo',
    siteDir: null,
    // Mails lead to the site under development.
    siteUrl: site,
  });
  // A signal may arrive before it exists.
  undo.push(() =>
    starting.then(
      (server) => server.close(),
      () => undefined,
    ),
  );
  const server = await starting;
  if (stopping) return;
  const api = { url: server.url, key: server.keys.publishable };
  const servers = packages.map((name) => new DevServer(name, api));
  undo.push(() => Promise.all(servers.map((one) => one.stop())));
  for (const one of servers) {
    void one.ended.then((code) => {
      if (!stopping) console.error(`\n✗ ${one.name} se detuvo (código ${code ?? '?'}).\n`);
      return stop(1);
    });
  }
  await Promise.all(servers.map((one) => one.ready()));
  if (!stopping) console.log(banner(remotes, server.url));
}

async function start(): Promise<void> {
  const { positionals, values } = options();
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  // npm takes options before a lone -- for its own.
  if (values.site === undefined && process.env.npm_config_site !== undefined)
    throw new SiteError(`Escribe -- antes de --site: npm run dev REMOTO -- --site DIRECCIÓN`);
  assertPort();
  await (values.site === undefined ? startDemo(positionals) : startOnSite(positionals, values.site));
}

/** The message for the operator; null for an unexpected error, which is a bug in the tools. */
function wordsOf(error: unknown): string | null {
  if (isUsageError(error)) return `${error.message}\n\n${USAGE}`;
  const isForOperator =
    error instanceof StartError || error instanceof SiteError || error instanceof PublishError;
  return isForOperator ? error.message : null;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
await start().catch((error: unknown) => {
  const words = wordsOf(error);
  // Failures after the operator stopped it are expected.
  if (!stopping) console.error(words === null ? error : `\n✗ ${words}\n`);
  return stop(1);
});
