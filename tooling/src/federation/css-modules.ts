import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { ROOT } from '#src/workspace/root.ts';

/**
 * Class names of CSS Modules, deterministic across the builds of the workspace, so that prerendered HTML matches the
 * style sheets of the shell and the remotes.
 *
 * @param apart makes them other names than those of any build that says something else: of a remote with a copy of
 * shared of its own, and of one under development, in a page with builds of the same files.
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
