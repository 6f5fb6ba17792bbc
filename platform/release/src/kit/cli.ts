#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BuildRefused } from '#src/build/build-refused.ts';
import { buildExternalRemote, checkTypes } from '#src/kit/build-external-remote.ts';
import { externalRemoteFiles, type Versions } from '#src/kit/external-remote-files.ts';
import { readManifest } from '#src/kit/remote-manifest.ts';
import { remoteChoices } from '#src/new-remote/remote-choices.ts';
import { remoteIdentity } from '#src/new-remote/remote-identity.ts';
import { BadRemoteName } from '#src/new-remote/remote-choices.ts';
import { SiteError } from '#src/on-site/site-error.ts';
import { publishCommand } from '#src/publishing/publish-command.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { signBuild } from '#src/site/signature.ts';
import { isUsageError } from '#src/workspace/is-usage-error.ts';
import { inRoot } from '#src/workspace/root.ts';

// `taller-remote COMMAND`: creates, checks, builds and publishes a remote in its own repository.

const USAGE = `Uso: taller-remote COMANDO [opciones]

  new mfe-NOMBRE     hace un repositorio para un remoto en la carpeta mfe-NOMBRE; opciones:
                     --package ARCHIVO   de dónde instala este paquete (.tgz, o una versión del registro)
                     --title, --roles, --menu, --group   como npm run new-remote
  dev                sirve el remoto desde aquí dentro de un sitio publicado: --site https://…
  check              revisa los tipos
  build              construye el remoto en dist/; --sign LLAVE lo firma
  publish-remote     construye y publica el remoto: taller-remote publish-remote --help`;

const folder = process.cwd();
const log = (line: string) => console.log(line);

/** The package that these tools are in. */
const ownPackage = () =>
  JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
    name: string;
    version: string;
    taller: { versions: Versions };
  };

async function makeNew(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      package: { type: 'string' },
      title: { type: 'string' },
      roles: { type: 'string' },
      menu: { type: 'string' },
      group: { type: 'string' },
    },
  });
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new PublishError(USAGE);
  const { package: from, ...choices } = values;
  const remote = remoteIdentity(name, remoteChoices(choices));
  const target = resolve(folder, name);
  if (existsSync(target) && (await readdir(target)).length > 0)
    throw new PublishError(`La carpeta ${name} ya existe y tiene archivos; elige otro nombre.`);
  const own = ownPackage();
  const source = from?.endsWith('.tgz') ? `file:${relative(target, resolve(folder, from))}` : from;
  const versions = { [own.name]: source ?? own.version, ...own.taller.versions };
  for (const [path, text] of externalRemoteFiles(remote, versions)) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), text);
  }
  log(`\n✓ ${name} está listo: «${remote.title}» en la dirección ${remote.path}.\n`);
  log(`  cd ${name} && npm install && npm test && git init && git add .`);
  log('  Las versiones nombran su commit: haz el primero con git commit. README.md dice el resto.\n');
}

async function build(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { sign: { type: 'string' } } });
  const built = await buildExternalRemote(folder);
  if (values.sign !== undefined) await signBuild(built.folder, values.sign);
  log(`✓ ${built.name} ${built.build} en ${relative(folder, built.folder)}`);
}

/** Serves this remote inside a site that runs, until it is stopped. */
async function develop(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { site: { type: 'string' } } });
  const { site } = values;
  if (site === undefined)
    throw new PublishError(
      'Di en qué sitio: npm run dev -- --site https://taller.cl (o el de un npm start).',
    );
  const { name, screens } = readManifest(folder);
  // React's production build, as in the page of the site; the remote's packages are chosen by it.
  process.env.NODE_ENV = 'production';
  const { announcement, developOnSite } = await import('#src/on-site/develop-on-site.ts');
  const port = process.env.DEV_PORT ? Number(process.env.DEV_PORT) : null;
  const { url, close } = await developOnSite({ folder, screens, site, port, say: log });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().finally(() => process.exit(0)));
  log(announcement(name, site, url));
}

/** Publishes this remote, whether or not the command line names it. */
const publish = (args: string[]) => {
  const { name } = readManifest(folder);
  const others = args[0] === name ? args.slice(1) : args;
  return publishCommand([name, ...others], async () => (await buildExternalRemote(folder)).folder);
};

const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  new: makeNew,
  dev: develop,
  build,
  'publish-remote': publish,
  check: async () => {
    readManifest(folder);
    await checkTypes(folder);
    log('✓ los tipos calzan');
  },
};

const [command = '', ...args] = process.argv.slice(2);
try {
  const chosen = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (!chosen && !['--help', ''].includes(command))
    throw new PublishError(`No hay un comando ${command}.\n\n${USAGE}`);
  if (chosen) await chosen(args);
  else log(USAGE);
} catch (error) {
  const isRefused =
    error instanceof PublishError ||
    error instanceof SiteError ||
    error instanceof BuildRefused ||
    error instanceof BadRemoteName ||
    isUsageError(error);
  console.error(isRefused ? `\n✗ ${error.message}\n` : error);
  process.exitCode = 1;
}
