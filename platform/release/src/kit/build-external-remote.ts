import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PackageBuild } from '#src/build/build-package.ts';
import { makeBuild } from '#src/build/make-build.ts';
import { hashSources } from '#src/build/sources-hash.ts';
import { MANIFEST_FILE, modulesOf, readManifest } from '#src/kit/remote-manifest.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { inRoot } from '#src/workspace/root.ts';
import { run } from '#src/workspace/run.ts';

/** Folder of a remote's builds, one folder each. */
const BUILDS = 'dist';

/** Inputs of the build: the remote's own files and, through the lock file, the packages it installs. */
const SOURCES = ['src', 'public', MANIFEST_FILE, 'vite.config.ts', 'package.json', 'package-lock.json'];

/** Type-checks a remote. @throws PublishError with the faults. */
export async function checkTypes(folder: string): Promise<void> {
  let typescript: string;
  try {
    typescript = createRequire(join(folder, 'package.json')).resolve('typescript/package.json');
  } catch {
    throw new PublishError('Faltan sus dependencias: instálalas primero con npm install.');
  }
  const tsc = join(typescript, '../bin/tsc');
  const { code, output } = await run(process.execPath, [tsc, '--noEmit', '--project', folder], {
    quiet: true,
    cwd: folder,
  });
  if (code !== 0) throw new PublishError(`Los tipos no calzan:\n${output.trim()}`);
}

/**
 * Builds a remote of another repository, with what a site needs to publish it, unless the same sources were built
 * before.
 * @param folder of the remote.
 * @throws PublishError or BuildRefused if its sources do not fit.
 */
export async function buildExternalRemote(folder: string): Promise<PackageBuild> {
  const manifest = readManifest(folder);
  const { name, screens } = manifest;
  const missing = modulesOf(manifest).find((module) => !existsSync(join(folder, `src/remote/${module}.tsx`)));
  if (missing !== undefined)
    throw new PublishError(
      `${MANIFEST_FILE} nombra el módulo ${missing}, y falta src/remote/${missing}.tsx.`,
    );
  await checkTypes(folder);
  const build = hashSources([...SOURCES.map((path) => join(folder, path)), inRoot('package.json')], name);
  const target = join(folder, BUILDS, build);
  if (existsSync(target)) return { name, build, folder: target };
  const temporary = `${target}.${process.pid}`;
  await mkdir(join(folder, BUILDS), { recursive: true });
  try {
    await makeBuild(name, build, temporary, { from: folder, screens });
    await rename(temporary, target);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  const older = (await readdir(join(folder, BUILDS))).filter((other) => other !== build);
  await Promise.all(older.map((other) => rm(join(folder, BUILDS, other), { recursive: true, force: true })));
  return { name, build, folder: target };
}
