import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Screen } from '@taller/shared/contract/screen.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import { TOKEN_KEY } from '@taller/shared/runtime/current-user.ts';
import { inRoot } from '#src/workspace/root.ts';
import type { SitePackage } from '#src/build/build-package.ts';
import { BuildRefused, refusalIn } from '#src/build/build-refused.ts';
import { DESCRIPTOR_FILE, PRIVATE_FOLDER, type ShellDescriptor } from '#src/build/descriptors.ts';
import { describeRemote, REMOTE_LEFTOVERS, type RemoteOrigin } from '#src/build/remote-descriptor.ts';
import { addRemoteServerBundle, addShellServerBundle } from '#src/build/server-bundle.ts';
import { hideSourceMaps } from '#src/build/source-maps.ts';
import { createHash } from 'node:crypto';
import { visibleFiles, measureBuild, packedSizes } from '#src/build/build-size.ts';
import { HASHES_FILE, HASH_OF_HASHES } from '#src/federation/verified-chunks.ts';
import { openedModules, openedParts } from '@taller/shared/contract/opened-modules.ts';
import { REMOTE_NAMES } from '@taller/shared/contract/remote-names.ts';
import { PROVIDED } from '@taller/shared/contract/runtime-version.ts';
import { databaseCalls } from '#src/build/database-calls.ts';
import { shellExports } from '#src/build/shell-exports.ts';
import { sourceCommit } from '#src/build/source-commit.ts';
import { reactOf } from '#src/workspace/react-version.ts';
import { parseManifest } from '#src/build/vite-manifest.ts';

/** Files of the shell's build that are not part of the site: the pages' template and the bundler's report. */
const SHELL_LEFTOVERS = ['index.html', 'vite-manifest.json'];

/** Creates the descriptor of the shell from Vite's output. */
async function describeShell(build: string, folder: string): Promise<ShellDescriptor> {
  const files = (await visibleFiles(folder)).filter((file) => !SHELL_LEFTOVERS.includes(file));
  return {
    format: 1,
    name: 'shell',
    build,
    builtAt: new Date().toISOString(),
    source: sourceCommit(),
    ...PROVIDED,
    exports: shellExports(),
    calls: await databaseCalls(folder, files),
    packages: reactOf('shell'),
    size: await measureBuild(folder, files, await packedSizes(folder, files)),
    html: await readFile(join(folder, 'index.html'), 'utf8'),
    files,
    paths: Object.values(SCREENS).map(({ path }) => path),
    opens: Object.fromEntries(REMOTE_NAMES.map((remote) => [remote, openedModules(remote)])),
    shows: Object.fromEntries(REMOTE_NAMES.map((remote) => [remote, openedParts(remote)])),
    chunks: parseManifest(await readFile(join(folder, 'vite-manifest.json'), 'utf8')),
  };
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('base64');

/**
 * Writes a list of the hashes of a remote's files into its folder, and the hash of the list into the script that reads
 * it, which the shell verifies. A remote without lazily loaded files has no such script.
 *
 * @param folder of the build.
 */
async function addHashList(folder: string): Promise<void> {
  const files = (await visibleFiles(folder)).filter((file) => /\.(?:js|css)$/.test(file)).sort();
  const contents = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const hashes: Record<string, string> = {};
  const readers: [file: string, content: string][] = [];
  for (const [at, file] of files.entries()) {
    const content = contents[at] ?? '';
    if (content.includes(HASH_OF_HASHES)) readers.push([file, content]);
    else hashes[file] = sha256(content);
  }
  if (readers.length === 0) return;
  const list = JSON.stringify(hashes);
  await writeFile(join(folder, HASHES_FILE), list);
  for (const [file, content] of readers)
    await writeFile(join(folder, file), content.replaceAll(HASH_OF_HASHES, sha256(list)));
}

/** Remotes whose pages are prerendered when a site is assembled. */
const PRERENDERED = new Set<string>(
  Object.values<Screen>(SCREENS).flatMap(({ remote, prerendered }) =>
    remote && prerendered ? [remote] : [],
  ),
);

function runVite(name: SitePackage, build: string, outDir: string, from: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // In a separate process, since the federation plugin keeps state per process.
    const vite = join(
      createRequire(join(from, 'package.json')).resolve('vite/package.json'),
      '../bin/vite.js',
    );
    const child = spawn(process.execPath, [vite, 'build', '--outDir', outDir, '--logLevel', 'warn'], {
      cwd: from,
      env: { ...process.env, NODE_ENV: 'production', TALLER_BUILD: build },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (output += data.toString()));
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) return resolve();
      const refusal = refusalIn(output);
      reject(
        refusal === null
          ? new Error(`No se pudo construir ${name}:\n${output}`)
          : new BuildRefused(`No se pudo construir ${name}: ${refusal}`),
      );
    });
  });
}

/** Rejects a remote that bundles its own session store instead of using the shell's: it would never be signed in. */
async function assertNoCopies(name: SitePackage, folder: string): Promise<void> {
  if (name === 'shell') return;
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.js') || !(await readFile(join(folder, file), 'utf8')).includes(TOKEN_KEY)) continue;
    throw new Error(
      `${name}: ${file} lleva una copia de @taller/shared/runtime; importa ese módulo por su nombre.`,
    );
  }
}

/** Adds the build's descriptor and deletes files that are only inputs of it. */
async function describe(
  name: SitePackage,
  build: string,
  folder: string,
  origin: RemoteOrigin,
): Promise<void> {
  await mkdir(join(folder, PRIVATE_FOLDER), { recursive: true });
  const descriptor =
    name === 'shell' ? await describeShell(build, folder) : await describeRemote(name, build, folder, origin);
  if (name === 'shell') await addShellServerBundle(folder);
  if (name !== 'shell' && PRERENDERED.has(name)) await addRemoteServerBundle(name, folder);
  await writeFile(join(folder, DESCRIPTOR_FILE), JSON.stringify(descriptor));
  for (const file of name === 'shell' ? SHELL_LEFTOVERS : REMOTE_LEFTOVERS)
    await rm(join(folder, file), { recursive: true, force: true });
}

/**
 * Builds the shell or a remote into an empty folder, with the metadata needed to assemble a site.
 *
 * @param origin of a remote of another repository.
 */
export async function makeBuild(
  name: SitePackage,
  build: string,
  folder: string,
  origin: RemoteOrigin = {},
): Promise<void> {
  await runVite(name, build, folder, origin.from ?? inRoot(name));
  await assertNoCopies(name, folder);
  await hideSourceMaps(folder);
  if (name !== 'shell') await addHashList(folder);
  await describe(name, build, folder, origin);
}
