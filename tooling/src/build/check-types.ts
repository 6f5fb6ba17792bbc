import { run } from '#src/workspace/run.ts';
import type { SitePackage } from './build-package.ts';

/**
 * Type-checks a package of the site and what it reads, without what was checked before.
 * @returns the faults, or null.
 */
export async function typeFaults(name: SitePackage): Promise<string | null> {
  const { code, output } = await run('node', ['node_modules/typescript/bin/tsc', '-b', name], {
    quiet: true,
  });
  return code === 0 ? null : output.trim();
}
