import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import type { Templates } from './templates.ts';

/** Exports of the shell's server bundle (platform/release/src/build/server-bundle.ts). */
interface ShellServerBundle {
  /** The HTML of a public page, signed out. */
  render(pathname: string, remote: unknown, facts: ShopFacts): Promise<string>;
  /** Modules that a remote's server bundle requires. */
  singletons: Record<string, unknown>;
}

/**
 * Runs a remote's server bundle with the shell's singletons, as in the browser.
 * @returns the export `remote` of its module `routes`.
 */
async function loadRemote(file: string, singletons: ShellServerBundle['singletons']): Promise<unknown> {
  const code = await readFile(file, 'utf8');
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
 * Prerenders the public pages of a release from its builds, independent of the workspace's current sources (PUB-06).
 * The code of the builds stays in the memory of the thread that calls this.
 * @param facts details of the shop, shown on the pages.
 * @returns the HTML by path.
 */
export async function prerender(
  folder: string,
  { pages, bundles }: Pick<Templates, 'pages' | 'bundles'>,
  facts: ShopFacts,
): Promise<Map<string, string>> {
  const rendered = new Map<string, string>();
  for (const [name, file] of Object.entries(bundles.remotes)) {
    const shell = (await import(pathToFileURL(join(folder, bundles.shell)).href)) as ShellServerBundle;
    const remote = await loadRemote(join(folder, file), shell.singletons);
    for (const { page } of pages)
      if (page.pathname !== undefined && page.remote?.name === name)
        rendered.set(page.pathname, await shell.render(page.pathname, remote, facts));
  }
  return rendered;
}
