import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { resolveInRoot, ROOT, sharedFile } from '#src/workspace/root.ts';

/** Module with the contract's version, which distinguishes a copy of shared from the workspace's package. */
const CONTRACT = 'contract/remote-module.ts';

/**
 * Why the shared package that a remote resolves is not the site's; null if it is. A build states the contract and the
 * runtime of the workspace's shared package, so a copy would be published under numbers that it does not have.
 *
 * @param from folder of the remote.
 */
export function sharedMisfit(name: string, from: string): string | null {
  const wanted = 'pon en su package.json "@taller/shared": "workspace:*" e instala con npm install.';
  let found: string;
  try {
    found = createRequire(resolveInRoot(from, 'package.json')).resolve(`@taller/shared/${CONTRACT}`);
  } catch {
    return `${name} no encuentra el contrato del sitio en @taller/shared: ${wanted}`;
  }
  if (found === sharedFile(CONTRACT)) return null;
  const copy = relative(ROOT, found).slice(0, -`/src/${CONTRACT}`.length);
  return `${name} usa otra copia de @taller/shared (${copy}) y el contrato del sitio está en shared: ${wanted}`;
}
