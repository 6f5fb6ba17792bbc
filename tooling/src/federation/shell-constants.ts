import { readFileSync } from 'node:fs';
import { inRoot } from '#src/workspace/root.ts';

/**
 * What is replaced by constants in the shell. The federation's runtime is left with what a provider of singletons needs: the shell opens the remotes by
 * their container interface and by the site's own registry, not by manifests.
 */
export function shellConstants(): Record<string, string> {
  const { version } = JSON.parse(readFileSync(inRoot('shared/package.json'), 'utf8')) as { version: string };
  return {
    __SHARED_VERSION__: JSON.stringify(version),
    FEDERATION_OPTIMIZE_NO_REMOTE: 'true',
    FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
    ENV_TARGET: '"web"',
  };
}
