import { sep } from 'node:path';
import type { Plugin } from 'vite';
import { NAMES } from '#src/federation/singletons.ts';
import { inRoot } from '#src/workspace/root.ts';

/**
 * Makes bundled components and queries of shared use the singletons of shared. The federation plugin ignores imports
 * that a package makes of itself, so a button of shared would bundle its own router, and a query its own cache and
 * session. Here such an import is resolved as if the remote had made it.
 *
 *
 * @param asFrom a source file of the remote.
 */
export function singletonsInsideShared(asFrom: string): Plugin {
  const inside = inRoot('shared') + sep;
  const own = NAMES.filter((name) => name.startsWith('@taller/shared/'));
  return {
    name: 'taller:singletons-inside-shared',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer?.startsWith(inside) || !own.includes(source)) return null;
      return this.resolve(source, asFrom, { skipSelf: true });
    },
  };
}
