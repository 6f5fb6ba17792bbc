import { parseArgs } from 'node:util';
import { StartError } from '@taller/server/errors/start-error.ts';
import { startServer } from '@taller/server/start-server.ts';
import { REMOTE_NAMES, type RemoteName } from '@taller/shared/contract/remote-names.ts';
import { GALLERY_PATH } from '#src/dev/dev-gallery.ts';
import { SIGN_IN_PATH } from '#src/dev/dev-sign-in.ts';
import { DevServer, ensurePortFree } from '#src/dev/dev-server.ts';
import { startScreen } from '#src/dev/start-screen.ts';
import { SHELL_PORT } from '#src/workspace/ports.ts';
import { inRoot } from '#src/workspace/root.ts';

// `npm run dev [REMOTE…]`: the shell and all remotes, or these only, with hot reload, on the embedded server with the
// demo shop. Configured by DATA_DIR and DEV_PORT.

const site = `http://localhost:${SHELL_PORT}`;
/** Stops what was started, in reverse order. */
const undo: (() => Promise<unknown>)[] = [];
let stopping = false;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const step of undo.toReversed()) await step().catch((error: unknown) => console.error(error));
  process.exit(code);
}

function chosenRemotes(): readonly RemoteName[] {
  const { positionals } = parseArgs({ allowPositionals: true });
  const known: readonly string[] = REMOTE_NAMES;
  const stranger = positionals.find((name) => !known.includes(name));
  if (stranger !== undefined) {
    throw new StartError(
      'bad-options',
      `No existe el remoto «${stranger}». Los que hay: ${known.join(', ')}.`,
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

async function start(): Promise<void> {
  const remotes = chosenRemotes();
  if (!Number.isInteger(SHELL_PORT) || SHELL_PORT < 1 || SHELL_PORT > 65_000) {
    throw new StartError(
      'bad-options',
      `DEV_PORT debe ser un puerto entre 1 y 65000, y es «${process.env.DEV_PORT}».`,
    );
  }
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

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
await start().catch((error: unknown) => {
  // Failures after the operator stopped it are expected.
  if (!stopping) console.error(error instanceof StartError ? `\n✗ ${error.message}\n` : error);
  return stop(1);
});
