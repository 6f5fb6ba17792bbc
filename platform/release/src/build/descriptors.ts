import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeclaredScreen } from '@taller/shared/contract/declared-screen.ts';
import type { OpenedPart, OwnScreen } from '@taller/shared/contract/opened-modules.ts';
import type { RegistryModule } from '@taller/shared/contract/registry.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import type { RuntimeNeeds } from '@taller/shared/contract/runtime-version.ts';
import type { BuildSize } from '#src/build/build-size.ts';
import type { BundledPackage } from '#src/federation/bundled-packages.ts';
import type { SourceCommit } from '#src/build/source-commit.ts';
import type { Chunks } from '#src/build/vite-manifest.ts';

/** Hidden folder inside a build with the metadata needed to assemble a site. Servers do not serve it. */
export const PRIVATE_FOLDER = '.build';
export const DESCRIPTOR_FILE = `${PRIVATE_FOLDER}/descriptor.json`;
/** A build's bundle for server rendering: an ES module for the shell, CommonJS for a remote. */
export const SERVER_BUNDLE = {
  shell: `${PRIVATE_FOLDER}/server.mjs`,
  remote: `${PRIVATE_FOLDER}/server.cjs`,
};

interface Described extends RuntimeNeeds {
  /** Format version of the descriptor; an assembly rejects unknown ones. */
  format: 1;
  /** Hash of the sources. */
  build: string;
  /** Build time, ISO 8601. */
  builtAt: string;
  /** Missing in older descriptors, and in builds of sources that git does not have. */
  source?: SourceCommit;
  /** Versions of React and React DOM, as the package resolves them. Missing in older descriptors. */
  packages?: Record<string, string>;
  size: BuildSize;
  /** Tables, columns and functions that it calls (database-calls.ts). Missing in older descriptors. */
  calls?: string[];
  /** Import graph of the chunks. */
  chunks: Chunks;
}

/** Descriptor of a remote's build, so that a site can be assembled without its sources. */
export interface RemoteDescriptor extends Described {
  name: RemoteName;
  /** File name of the entry. */
  entry: string;
  entryJs: string[];
  /** See RegistryRemote. Missing in older descriptors. */
  plainEntry?: true;
  modules: Record<string, RegistryModule>;
  /** Brotli-compressed bytes by script and style sheet. Missing in older descriptors. */
  packed?: Record<string, number>;
  /** The screens that it brings, if it is of another repository. */
  screens?: DeclaredScreen[];
  /** The screens of a remote of the workspace. Missing in older descriptors. */
  own?: OwnScreen[];
  /** Names of the contract that it imports, by module; `*` for any. Missing in older descriptors. */
  uses?: Record<string, string[]>;
  /** Packages of which the build has several versions. Missing in older descriptors. */
  duplicates?: BundledPackage[];
  /** Subresource integrity by file, for a remote on another host. */
  integrity: Record<string, string>;
}

/** Descriptor of the shell's build. `contract` and `runtime` are the versions it provides. */
export interface ShellDescriptor extends Described {
  name: 'shell';
  /** Template of every page of the site. */
  html: string;
  /** Its files, relative to the site's root. */
  files: string[];
  /** Names that it provides to remotes, by module. Missing in older descriptors. */
  exports?: Readonly<Record<string, readonly string[]>>;
  /** Patterns of its own screens. Missing in older descriptors. */
  paths?: string[];
  /** Modules that it loads, by remote. Missing in older descriptors. */
  opens?: Record<RemoteName, string[]>;
  /** Parts that the shell shows, by remote; each sets a performance mark once visible. Missing in older descriptors. */
  shows?: Record<RemoteName, OpenedPart[]>;
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
  if (descriptor.name === 'shell') throw new Error(`${folder} es una versión del shell, no de un remoto`);
  return descriptor;
}

/** @param folder of the shell's build. */
export async function readShell(folder: string): Promise<ShellDescriptor> {
  const descriptor = await read(folder);
  if (descriptor.name !== 'shell') throw new Error(`${folder} no es una versión del shell`);
  return descriptor;
}
