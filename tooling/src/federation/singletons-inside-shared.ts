import { sep } from 'node:path';
import type { Plugin } from 'vite';
import { NAMES } from '#src/federation/singletons.ts';
import { inRoot } from '#src/workspace/root.ts';

/**
 * Makes bundled components and queries of shared use the singletons of shared. The federation plugin ignores imports of
 * a package by itself, so a button of shared would bundle its own router, and a query its own cache and session. This
 * plugin resolves such an import as if the remote had made it: once, before other imports, since the federation plugin
 * skips look-ups that are in progress.
 *
 * @param asFrom a source file of the remote.
 */
export function singletonsInsideShared(asFrom: string): Plugin {
  const inside = inRoot('shared') + sep;
  const own = new Map<string, string>();
  return {
    name: 'taller:singletons-inside-shared',
    enforce: 'pre',
    async buildStart() {
      for (const name of NAMES.filter((one) => one.startsWith('@taller/shared/'))) {
        const resolved = await this.resolve(name, asFrom);
        if (resolved) own.set(name, resolved.id);
      }
    },
    resolveId: (source, importer) => (importer?.startsWith(inside) ? (own.get(source) ?? null) : null),
  };
}
