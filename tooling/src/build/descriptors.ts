import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RegistryModule } from '@taller/shared/contract/registry.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import type { RuntimeNeeds } from '@taller/shared/contract/runtime-version.ts';
import type { BuildSize } from '#src/build/build-size.ts';
import type { Chunks } from '#src/build/vite-manifest.ts';

/** Folder inside a build with what the site's assembly has to know of it. Hidden, so that no server gives it away. */
export const PRIVATE_FOLDER = '.build';
export const DESCRIPTOR_FILE = `${PRIVATE_FOLDER}/descriptor.json`;
/** A build's bundle for rendering pages on the server: an ES module of the shell, CommonJS of a remote. */
export const SERVER_BUNDLE = {
  shell: `${PRIVATE_FOLDER}/server.mjs`,
  remote: `${PRIVATE_FOLDER}/server.cjs`,
};

interface Described extends RuntimeNeeds {
  /** Shape of the descriptor; an assembly refuses what it does not know. */
  format: 1;
  /** Hash of the sources. */
  build: string;
  /** When it was built, ISO 8601. */
  builtAt: string;
  size: BuildSize;
  /** Which chunk needs which. */
  chunks: Chunks;
}

/** What a build of a remote says of itself, so that a site can be assembled without its sources. */
export interface RemoteDescriptor extends Described {
  name: RemoteName;
  /** File name of the entry. */
  entry: string;
  entryJs: string[];
  modules: Record<string, RegistryModule>;
  /** Subresource integrity by file, for a remote on a host of its own. */
  integrity: Record<string, string>;
}

/** What the shell's build says of itself. `contract` and `runtime` are what it provides. */
export interface ShellDescriptor extends Described {
  name: 'shell';
  /** The page that every page of the site is made of. */
  html: string;
  /** Its files, below the site's root. */
  files: string[];
  /** Modules that it asks for, by remote. Descriptions that were made before it was noted lack it. */
  opens?: Partial<Record<RemoteName, string[]>>;
}

async function read(folder: string): Promise<RemoteDescriptor | ShellDescriptor> {
  const descriptor = JSON.parse(await readFile(join(folder, DESCRIPTOR_FILE), 'utf8')) as
    | RemoteDescriptor
    | ShellDescriptor;
  if ((descriptor.format as number) !== 1)
    throw new Error(`${folder}: la descripción tiene un formato que esta versión no conoce.`);
  return descriptor;
}

/** @param folder of a remote's build, in the cache or in a site. */
export async function readRemote(folder: string): Promise<RemoteDescriptor> {
  const descriptor = await read(folder);
  if (descriptor.name === 'shell') throw new Error(`${folder} is the shell's build`);
  return descriptor;
}

/** @param folder of the shell's build. */
export async function readShell(folder: string): Promise<ShellDescriptor> {
  const descriptor = await read(folder);
  if (descriptor.name !== 'shell') throw new Error(`${folder} is no build of the shell`);
  return descriptor;
}
