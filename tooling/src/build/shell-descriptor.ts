import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openedModules, openedParts } from '@taller/shared/contract/opened-modules.ts';
import { REMOTE_NAMES } from '@taller/shared/contract/remote-names.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import { PROVIDED } from '@taller/shared/contract/runtime-version.ts';
import { databaseCalls } from '#src/build/database-calls.ts';
import { measureBuild, packedSizes, visibleFiles } from '#src/build/build-size.ts';
import type { ShellDescriptor } from '#src/build/descriptors.ts';
import { shellExports } from '#src/build/shell-exports.ts';
import { sourceCommit } from '#src/build/source-commit.ts';
import { reactOf } from '#src/workspace/react-version.ts';
import { parseManifest } from '#src/build/vite-manifest.ts';

/** Files of the shell's build that are not part of the site: the pages' template and the bundler's report. */
export const SHELL_LEFTOVERS = ['index.html', 'vite-manifest.json'];

/** Creates the descriptor of the shell from Vite's output. */
export async function describeShell(build: string, folder: string): Promise<ShellDescriptor> {
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
