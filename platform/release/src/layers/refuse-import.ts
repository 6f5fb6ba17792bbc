import { posix } from 'node:path';
import { workspaceNamed, workspaceOf } from '../workspace/workspace-of.ts';
import type { Layer } from './layer.ts';
import { GROUPS, LAYERS } from './layers.ts';
import { NAMES, PACKAGES } from './packages.ts';

/** An import as written in the source. */
export interface Import {
  /** The importing file, relative to the workspace's root, with `/` as separator. */
  file: string;
  specifier: string;
  /** Imported names as exported; `*` for all of them. */
  names?: readonly string[];
}

/** Modules of shared that exist once per page, by import specifier. */
const SINGLETONS: Readonly<Record<string, string>> = {
  '@taller/shared/runtime': 'shared/src/runtime/runtime.ts',
  '@taller/shared/query': 'shared/src/query/query.ts',
};
const TEST = /\.test\.tsx?$|\/testing\//;

/** The file of a specifier, relative to the workspace's root; null for a package. */
export function importedFile(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  if (specifier.startsWith('#src/')) return `${workspaceOf(file)}/src/${specifier.slice('#src/'.length)}`;
  if (SINGLETONS[specifier]) return SINGLETONS[specifier];
  const [, workspace, path] = /^@taller\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  return workspace === undefined ? null : `${workspaceNamed(workspace)}/src/${path}`;
}

const patterns = new Map<string, RegExp>();
/** Whether a path equals a pattern or lies below it; names may be or contain `*`. */
export function liesIn(file: string, folder: string): boolean {
  let pattern = patterns.get(folder);
  if (!pattern) {
    const names = folder.split('/').map((name) => name.replaceAll('*', '[^/]+'));
    patterns.set(folder, (pattern = new RegExp(`^${names.join('/')}(?:/|$)`)));
  }
  return pattern.test(file);
}

const depth = ({ folder }: Layer) => folder.split('/').length * 10 - (folder.includes('*') ? 5 : 0);
/** The innermost layer first; a literal name takes precedence over `*`. */
const byDepth = [...LAYERS].sort((a, b) => depth(b) - depth(a));

/** The layer of a file; undefined if its folder is not in the table. */
export function layerOf(file: string): Layer | undefined {
  return byDepth.find(({ folder }) => liesIn(file, folder));
}

/** The layer's actual folder for this file: for `mfe-*\/src/texts` the one of its remote. */
export function folderOf(file: string, { folder }: Layer): string {
  return file.split('/').slice(0, folder.split('/').length).join('/');
}

/** Folders that a file of this layer may import, with `mfe-*` replaced by the file's own remote. */
export function readsOf(file: string, { reads }: Layer): string[] {
  const workspace = workspaceOf(file);
  return reads
    .flatMap((read) => GROUPS[read] ?? [read])
    .map((read) => read.replace(/^mfe-\*(?=\/)/, workspace));
}

/** Workspaces that the tests of a workspace may import: their own, and those below it. */
const TEST_READS: Readonly<Record<string, readonly string[]>> = {
  shared: ['shared'],
  shell: ['shell', 'shared'],
  'platform/server': ['platform/server', 'shared', 'supabase'],
  supabase: ['supabase', 'platform/server', 'shared'],
  'platform/release': ['platform/release', 'platform/server', 'shared', 'supabase'],
};

function refuseInTest(file: string, target: string): string | null {
  const workspace = workspaceOf(file);
  const reads = TEST_READS[workspace] ?? [workspace, 'shared'];
  return reads.includes(workspaceOf(target))
    ? null
    : `Tests of ${workspace} import from ${reads.join(', ')} only.`;
}

function refusePackage(file: string, specifier: string): string | null {
  for (const [name, folders] of Object.entries(PACKAGES)) {
    if (specifier !== name && !specifier.startsWith(`${name}/`)) continue;
    if (!folders.some((folder) => liesIn(file, folder)))
      return `${name} is imported by ${folders.join(', ')} only.`;
  }
  return null;
}

function refuseNames(file: string, target: string, taken: readonly string[]): string | null {
  for (const { module, names, folders } of NAMES) {
    if (target !== module || folders.some((folder) => liesIn(file, folder))) continue;
    const name = taken.find((one) => names.includes(one));
    if (name) return `${name} is for ${folders.join(', ')} only.`;
  }
  return null;
}

/** Checks an import against `layers.ts`. @returns the violation, or null. */
export function refuseImport({ file, specifier, names = [] }: Import): string | null {
  // Browser tests and benchmarks may import everything.
  if (/^(?:e2e|bench)\//.test(file) || !file.includes('/')) return null;
  const target = importedFile(file, specifier);
  if (TEST.test(file) || file.startsWith('supabase/test/') || file.startsWith('platform/server/test/'))
    return target === null ? null : refuseInTest(file, target);
  const layer = layerOf(file);
  if (!layer) return `${posix.dirname(file)} is missing from platform/release/src/layers/layers.ts.`;
  if (target === null) return refusePackage(file, specifier);
  const own = folderOf(file, layer);
  const targetLayer = layerOf(target);
  if (targetLayer && folderOf(target, targetLayer) === own) return refuseNames(file, target, names);
  const reads = readsOf(file, layer);
  if (targetLayer && reads.some((read) => liesIn(`${folderOf(target, targetLayer)}/`, read)))
    return refuseNames(file, target, names);
  return `${own} may not import from ${targetLayer ? folderOf(target, targetLayer) : posix.dirname(target)}: see ARCHITECTURE.md.`;
}
