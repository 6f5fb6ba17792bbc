import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One version of a package in a build, with the uncompressed size of its code. */
export interface BundledPackage {
  name: string;
  version: string;
  bytes: number;
}

/** The used part of a bundle's chunk. */
interface ChunkModules {
  modules: Readonly<Record<string, { renderedLength: number }>>;
}

const FOLDER = /^(?<before>.*\/node_modules\/)(?<name>(?:@[^/]+\/)?[^/]+)\//;

/** The package of a module's id, with its folder; null for sources of the workspace and generated modules. */
export function packageOf(id: string): { name: string; folder: string } | null {
  const { before = '', name = '' } = FOLDER.exec(id)?.groups ?? {};
  return id.startsWith('\0') || name === '' || name.startsWith('__mf__')
    ? null
    : { name, folder: before + name };
}

function versionIn(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Packages with several versions in a build, with the size of each version, sorted by name. */
export function duplicatesIn(chunks: readonly ChunkModules[], version = versionIn): BundledPackage[] {
  const found = new Map<string, BundledPackage>();
  for (const { modules } of chunks) {
    for (const [id, { renderedLength }] of Object.entries(modules)) {
      const origin = packageOf(id);
      if (!origin || renderedLength === 0) continue;
      const known = found.get(origin.folder) ?? {
        name: origin.name,
        version: version(origin.folder),
        bytes: 0,
      };
      known.bytes += renderedLength;
      found.set(origin.folder, known);
    }
  }
  const all = [...found.values()];
  return all
    .filter(({ name }) => all.filter((other) => other.name === name).length > 1)
    .sort((a, b) => a.name.localeCompare(b.name) || b.bytes - a.bytes);
}
