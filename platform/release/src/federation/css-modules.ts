import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { ROOT } from '#src/workspace/root.ts';

/**
 * Class names of CSS Modules, deterministic across the builds of the workspace, so that prerendered HTML matches the
 * style sheets of the shell and the remotes.
 *
 * @param apart prefix that separates the names from those of other builds of the same files on a page. A remote with
 * its own copy of shared needs one, as does a remote under development.
 */
export const cssModules = (apart = '') => ({
  generateScopedName: (name: string, file: string): string => {
    const path = relative(ROOT, file.split('?')[0] ?? file);
    const hash = createHash('sha256')
      .update(apart + path)
      .digest('hex');
    return `${name}_${hash.slice(0, 6)}`;
  },
});
