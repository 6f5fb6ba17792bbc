import { readFileSync } from 'node:fs';
import { inRoot } from '#src/workspace/root.ts';

/**
 * Compile-time constants of the shell. They reduce the federation runtime to what a provider of singletons needs: the
 * shell opens remotes through their container interface and the site's registry, not through manifests.
 */
export function shellConstants(): Record<string, string> {
  const { version } = JSON.parse(readFileSync(inRoot('shared/package.json'), 'utf8')) as { version: string };
  return {
    __SHELL_BUILD__: JSON.stringify(process.env.TALLER_BUILD ?? 'dev'),
    __SHARED_VERSION__: JSON.stringify(version),
    FEDERATION_OPTIMIZE_NO_REMOTE: 'true',
    FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
    ENV_TARGET: '"web"',
  };
}
