import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeclaredScreen } from '@taller/shared/contract/declared-screen.ts';
import { ownScreens } from '@taller/shared/contract/opened-modules.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import type { RegistryModule } from '@taller/shared/contract/registry.ts';
import { PROVIDED } from '@taller/shared/contract/runtime-version.ts';
import { databaseCalls } from '#src/build/database-calls.ts';
import { integrityOf, measureBuild, packedSizes, visibleFiles } from '#src/build/build-size.ts';
import type { RemoteDescriptor } from '#src/build/descriptors.ts';
import { sourceCommit } from '#src/build/source-commit.ts';
import { chunkOfFile, closureOf, parseManifest, wholeStyleSheet } from '#src/build/vite-manifest.ts';
import type { BundledPackage } from '#src/federation/bundled-packages.ts';
import { DUPLICATES_FILE } from '#src/federation/single-copies.ts';
import { reactOf } from '#src/workspace/react-version.ts';
import { USED_NAMES_FILE, type UsedNames } from '#src/federation/used-names.ts';

interface FederationManifest {
  metaData: { remoteEntry: { name: string; path: string } };
  exposes: { name: string; assets: { js: { sync: string[] }; css: { sync: string[] } } }[];
}

/** Files of a remote's build that are only inputs of its descriptor. */
const REPORTS = ['mf-manifest.json', 'mf-stats.json', USED_NAMES_FILE, DUPLICATES_FILE];

/** Files and folders of a build that are not served, relative to its folder. */
export const REMOTE_LEFTOVERS = ['.vite', ...REPORTS];

/** Details of a remote outside the workspace. */
export interface RemoteOrigin {
  /** Folder of the remote. */
  from?: string;
  /** The screens that it brings. */
  screens?: DeclaredScreen[];
}

/** Creates the descriptor of a remote from Vite's output. */
export async function describeRemote(
  name: RemoteName,
  build: string,
  folder: string,
  { from = name, screens }: RemoteOrigin = {},
): Promise<RemoteDescriptor> {
  const [manifestText, chunksText, namesText, duplicatesText] = await Promise.all([
    readFile(join(folder, 'mf-manifest.json'), 'utf8'),
    readFile(join(folder, '.vite/manifest.json'), 'utf8'),
    readFile(join(folder, USED_NAMES_FILE), 'utf8'),
    readFile(join(folder, DUPLICATES_FILE), 'utf8'),
  ]);
  const manifest = JSON.parse(manifestText) as FederationManifest;
  const chunks = parseManifest(chunksText);
  const { path, name: file } = manifest.metaData.remoteEntry;
  const entryKey = chunkOfFile(chunks, path + file);
  if (!entryKey) throw new Error(`${name}: its entry ${file} is not in the build's manifest`);
  const entryJs = new Set(closureOf(chunks, entryKey).js);
  const modules: Record<string, RegistryModule> = {};
  for (const exposed of manifest.exposes) {
    const { js, css } = exposed.assets;
    modules[exposed.name] = {
      js: js.sync.filter((chunk) => !entryJs.has(chunk)),
      // The federation manifest omits a style sheet that belongs to no chunk.
      css: [...css.sync, ...wholeStyleSheet(chunks)],
    };
  }
  const files = (await visibleFiles(folder)).filter((served) => !REPORTS.includes(served));
  const packed = await packedSizes(folder, files);
  return {
    format: 1,
    name,
    build,
    builtAt: new Date().toISOString(),
    source: sourceCommit(),
    ...PROVIDED,
    uses: JSON.parse(namesText) as UsedNames,
    calls: await databaseCalls(folder, files),
    packages: reactOf(from),
    size: await measureBuild(folder, files, packed),
    packed,
    duplicates: JSON.parse(duplicatesText) as BundledPackage[],
    entry: path + file,
    entryJs: [...entryJs],
    plainEntry: true,
    modules,
    ...(screens ? { screens } : { own: ownScreens(name) }),
    integrity: await integrityOf(folder, files),
    chunks,
  };
}
