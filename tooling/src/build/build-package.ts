import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteName } from '@taller/shared/contract/remote-module.ts';
import { TOKEN_KEY } from '@taller/shared/runtime/current-user.ts';
import { inRoot } from '#src/workspace/root.ts';
import { DESCRIPTOR_FILE, PRIVATE_FOLDER } from '#src/build/descriptors.ts';
import { describeRemote, REMOTE_LEFTOVERS } from '#src/build/remote-descriptor.ts';
import { addRemoteServerBundle, addShellServerBundle } from '#src/build/server-bundle.ts';
import { describeShell, SHELL_LEFTOVERS } from '#src/build/shell-descriptor.ts';
import { hashSources, type Digests } from '#src/build/sources-hash.ts';

export type SitePackage = 'shell' | RemoteName;

export interface PackageBuild {
  name: SitePackage;
  /** Hash of everything that the build depends on. */
  build: string;
  /** Folder with the files of the site and, hidden, its description (descriptors.ts). Read only: it is a cache. */
  folder: string;
}

const CACHE = inRoot('.cache/build');
const KEPT_BUILDS = 4;
/** The remote whose pages are rendered when a site is assembled. */
const PRERENDERED: RemoteName = 'mfe-public';

const dependencies = (name: SitePackage) => [
  inRoot(name, 'src'),
  inRoot(name, 'public'),
  inRoot(name, 'index.html'),
  inRoot(name, 'vite.config.ts'),
  inRoot(name, 'package.json'),
  inRoot('shared/src'),
  inRoot('shared/package.json'),
  inRoot('tooling/src/federation'),
  inRoot('tooling/src/build'),
  inRoot('tooling/src/pages/pages.ts'),
  inRoot('pnpm-lock.yaml'),
];

function runVite(name: SitePackage, build: string, outDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // A process of its own: the federation plugin keeps state per process.
    const vite = inRoot(name, 'node_modules/vite/bin/vite.js');
    const child = spawn(process.execPath, [vite, 'build', '--outDir', outDir, '--logLevel', 'warn'], {
      cwd: inRoot(name),
      env: { ...process.env, NODE_ENV: 'production', TALLER_BUILD: build },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (output += data.toString()));
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`No se pudo construir ${name}:\n${output}`));
    });
  });
}

/** Refuses a remote that carries a session store of its own instead of taking the shell's: it would never know who is signed in. */
async function assertNoCopies(name: SitePackage, folder: string): Promise<void> {
  if (name === 'shell') return;
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.js') || !(await readFile(join(folder, file), 'utf8')).includes(TOKEN_KEY)) continue;
    throw new Error(
      `${name}: ${file} lleva una copia de @taller/shared/runtime; importa ese módulo por su nombre.`,
    );
  }
}

/** Adds the build's description and takes away what only that was made from. */
async function describe(name: SitePackage, build: string, folder: string): Promise<void> {
  await mkdir(join(folder, PRIVATE_FOLDER), { recursive: true });
  const descriptor =
    name === 'shell' ? await describeShell(build, folder) : await describeRemote(name, build, folder);
  if (name === 'shell') await addShellServerBundle(folder);
  if (name === PRERENDERED) await addRemoteServerBundle(name, folder);
  await writeFile(join(folder, DESCRIPTOR_FILE), JSON.stringify(descriptor));
  for (const file of name === 'shell' ? SHELL_LEFTOVERS : REMOTE_LEFTOVERS)
    await rm(join(folder, file), { recursive: true, force: true });
}

/** Drops the oldest builds of a package, so that the cache does not grow for ever. */
async function prune(name: SitePackage, current: string): Promise<void> {
  const folder = join(CACHE, name);
  const builds = (await readdir(folder)).filter((build) => build !== current && !build.includes('.'));
  const dated = await Promise.all(
    builds.map(async (build) => ({ build, time: (await stat(join(folder, build))).mtimeMs })),
  );
  const old = dated.sort((a, b) => b.time - a.time).slice(KEPT_BUILDS - 1);
  await Promise.all(old.map(({ build }) => rm(join(folder, build), { recursive: true, force: true })));
}

/**
 * Builds the shell or a remote, unless these very sources have been built before.
 * @param digests of sources that another package looked at just before.
 */
export async function buildPackage(name: SitePackage, digests?: Digests): Promise<PackageBuild> {
  const build = hashSources(dependencies(name), name, digests);
  const folder = join(CACHE, name, build);
  if (existsSync(folder)) {
    await utimes(folder, new Date(), new Date());
    return { name, build, folder };
  }
  const temporary = `${folder}.${process.pid}`;
  await mkdir(join(CACHE, name), { recursive: true });
  try {
    await runVite(name, build, temporary);
    await assertNoCopies(name, temporary);
    await describe(name, build, temporary);
    await rename(temporary, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  await prune(name, build);
  return { name, build, folder };
}
