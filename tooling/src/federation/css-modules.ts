import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { ROOT } from '#src/workspace/root.ts';

const scopedNames = (salt: string) => ({
  generateScopedName: (name: string, file: string): string => {
    const path = relative(ROOT, file.split('?')[0] ?? file);
    const hash = createHash('sha256')
      .update(salt + path)
      .digest('hex');
    return `${name}_${hash.slice(0, 6)}`;
  },
});

/**
 * Class names of CSS Modules, deterministic across the builds of the workspace, so that prerendered HTML matches the
 * style sheets of the shell and the remotes.
 */
export const cssModules = scopedNames('');

/** Other names than those of any build: a remote under development stands in a page with builds of the same files. */
export const localCssModules = scopedNames('local:');
