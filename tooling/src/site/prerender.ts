import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { SERVER_BUNDLE } from '#src/build/descriptors.ts';
import type { ShellServerBundle } from '#src/build/server-bundle.ts';

/**
 * Runs a remote's server bundle with the shell's singletons, as in the browser.
 * @returns the export `remote` of its module `routes`.
 */
async function loadRemote(folder: string, singletons: ShellServerBundle['singletons']): Promise<unknown> {
  const code = await readFile(join(folder, SERVER_BUNDLE.remote), 'utf8');
  const module = { exports: {} as { remote?: unknown } };
  const requireSingleton = (name: string): unknown => {
    if (name in singletons) return singletons[name];
    throw new Error(`A remote's server bundle requires ${name}, which the shell does not provide`);
  };
  // The code comes from a build of this site; no input of a visitor reaches it.
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call
  new Function('module', 'exports', 'require', code)(module, module.exports, requireSingleton);
  return module.exports.remote;
}

/**
 * Prerenders public pages from the deployed builds, independent of the workspace's current sources (PUB-06).
 * @param shell folder of the shell's server bundle,
 * @param remote folder of the public remote's build.
 * @param facts details of the shop, shown on the pages.
 * @returns the HTML by path.
 */
export async function prerender(
  shell: string,
  remote: string,
  pathnames: readonly string[],
  facts: ShopFacts,
): Promise<Map<string, string>> {
  const bundle = (await import(pathToFileURL(join(shell, SERVER_BUNDLE.shell)).href)) as ShellServerBundle;
  const loaded = await loadRemote(remote, bundle.singletons);
  const pages = new Map<string, string>();
  for (const pathname of pathnames) pages.set(pathname, await bundle.render(pathname, loaded, facts));
  return pages;
}
