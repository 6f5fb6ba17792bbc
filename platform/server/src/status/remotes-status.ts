import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry } from '@taller/shared/contract/registry.ts';
import type { StatusFacts } from '@taller/shared/system-status/system-status.ts';
import { servedFolder } from '../site/served-folder.ts';

/** Timeout for a remote on another host. */
const PATIENCE_MS = 2_000;

/** Whether a browser could load a remote's entry: a file of the site, or a response of its host. */
async function isThere(entry: string, siteDir: string): Promise<boolean> {
  try {
    if (entry.startsWith('/')) {
      await access(join(siteDir, entry));
      return true;
    }
    const answer = await fetch(entry, { method: 'HEAD', signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * The running builds of the remotes in the site's registry, and the number of those that cannot be loaded.
 * @param behindSince time since which the site's pages lack current facts of the shop or their content, or null.
 */
export async function remotesStatus(
  siteDir: string | null,
  behindSince: string | null,
): Promise<StatusFacts> {
  if (siteDir === null) return {};
  const folder = await servedFolder(siteDir);
  const { remotes } = JSON.parse(await readFile(join(folder, 'remotes.json'), 'utf8')) as Registry;
  const there = await Promise.all(remotes.map(({ entry }) => isThere(entry, folder)));
  return {
    remotes: Object.fromEntries(
      remotes.map(({ name, build }, at) => [name, { build, failures: there[at] ? 0 : 1 }]),
    ),
    missing: there.filter((found) => !found).length,
    ...(behindSince !== null && { behind_since: behindSince }),
  };
}
