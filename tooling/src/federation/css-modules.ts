import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { ROOT } from '#src/workspace/root.ts';

/**
 * Class names of CSS Modules, deterministic across the builds of the workspace, so that prerendered HTML matches the
 * style sheets of the shell and the remotes.
 */
export const cssModules = {
  generateScopedName: (name: string, file: string): string => {
    const path = relative(ROOT, file.split('?')[0] ?? file);
    return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 6)}`;
  },
};
