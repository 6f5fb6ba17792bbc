import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTRACT_VERSION } from '@taller/shared/contract/remote-module.ts';
import type { RegistryModule, RegistryRemote } from '@taller/shared/contract/registry.ts';
import { REMOTE_NAMES } from '#src/federation/ports.ts';
import type { PackageBuild } from '#src/site/build-package.ts';
import { ViteManifest } from '#src/site/vite-manifest.ts';

interface FederationManifest {
  metaData: { remoteEntry: { name: string; path: string } };
  exposes: { name: string; assets: { js: { sync: string[] }; css: { sync: string[] } } }[];
}

/** Where a remote's files are on the site. */
export const remoteBase = (name: string, build: string) => `/remotes/${name}/${build}/`;

/** Reads from a remote's build what the registry says of it. */
export async function describeRemote({ name, build, folder }: PackageBuild): Promise<RegistryRemote> {
  const remoteName = REMOTE_NAMES.find((known) => known === name);
  if (!remoteName) throw new Error(`${name} is not a remote`);
  const manifest = JSON.parse(await readFile(join(folder, 'mf-manifest.json'), 'utf8')) as FederationManifest;
  const chunks = await ViteManifest.read(join(folder, '.vite/manifest.json'));
  const { path, name: file } = manifest.metaData.remoteEntry;
  const entryKey = chunks.keyOfFile(path + file);
  if (!entryKey) throw new Error(`${name}: its entry ${file} is not in the build's manifest`);
  const sharedMap = chunks.find('localSharedImportMap');
  const entryJs = new Set([
    ...chunks.closure(entryKey).js,
    ...(sharedMap ? chunks.closure(sharedMap).js : []),
  ]);
  const modules: Record<string, RegistryModule> = {};
  for (const exposed of manifest.exposes) {
    const { js, css } = exposed.assets;
    modules[exposed.name] = {
      js: js.sync.filter((chunk) => !entryJs.has(chunk)),
      // The federation's manifest does not know a style sheet that belongs to no chunk.
      css: [...css.sync, ...chunks.styleSheet()],
    };
  }
  return {
    name: remoteName,
    entry: remoteBase(name, build) + path + file,
    entryJs: [...entryJs],
    contract: CONTRACT_VERSION,
    build,
    modules,
  };
}

/** Files of the page that one of a remote's routes shows, e.g. of `src/routes/landing-page.tsx`, relative to the remote's folder. */
export async function pageFiles({ folder }: PackageBuild, source: string): Promise<RegistryModule> {
  const chunks = await ViteManifest.read(join(folder, '.vite/manifest.json'));
  const key = chunks.find(source);
  return key ? chunks.closure(key) : { js: [], css: [] };
}
