import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { duplicatesIn, packageOf, type BundledPackage } from '#src/federation/bundled-packages.ts';
import { reactMisfit, reactOf } from '#src/workspace/react-version.ts';
import { inRoot, resolveInRoot, ROOT, sharedFile } from '#src/workspace/root.ts';
import { createRequire } from 'node:module';

/** Module with the contract's version, which distinguishes a copy of shared from the workspace's package. */
const CONTRACT = 'contract/remote-module.ts';

/**
 * Why the shared package that a remote resolves is not the site's; null if it is. A build states the contract and the
 * runtime of the workspace's shared package, so a copy would be published under numbers that it does not have.
 *
 * @param from folder of the remote.
 */
function sharedMisfit(name: string, from: string): string | null {
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

/** File with the packages that a remote's build has in several versions; it is not part of the site. */
export const DUPLICATES_FILE = 'duplicates.json';

const ROUTER = `impórtalo de '@taller/shared/runtime'`;
const CACHE = `impórtalo de '@taller/shared/query'`;
const DATA = 'usa las consultas y mutaciones de @taller/shared, que usan el cliente del sitio';
const SHARED = 'pon en package.json "@taller/shared": "workspace:*"';
const REACT = 'impórtalo como react o react-dom, que entrega el sitio';

/** Packages that exist once per page, in the shell, with advice for a remote that bundles its own copy. */
const SINGLE: Readonly<Record<string, string>> = {
  react: REACT,
  'react-dom': REACT,
  'react-router': ROUTER,
  'react-router-dom': ROUTER,
  '@tanstack/query-core': CACHE,
  '@tanstack/react-query': CACHE,
  '@taller/shared': SHARED,
};
/** Stateless helpers of React's compiler output, which each build may bundle. */
const OF_EACH_BUILD = /\/react\/(?:cjs\/react-)?(?:jsx-(?:dev-)?runtime|compiler-runtime)[./]/;

/** The site's shared package, which is a package in another repository. */
const SITES_SHARED = inRoot('shared') + sep;

/** Why a module may not be part of a remote's build; null if it may. */
export function whyShared(id: string): string | null {
  const name = packageOf(id)?.name;
  if (name === undefined || OF_EACH_BUILD.test(id) || id.startsWith(SITES_SHARED)) return null;
  if (name.startsWith('@supabase/')) return DATA;
  return Object.hasOwn(SINGLE, name) ? (SINGLE[name] ?? null) : null;
}

/** The nearest source outside of packages that leads to a module; the module itself if there is none. */
function ownImporter(id: string, importersOf: (id: string) => readonly string[]): string {
  const seen = new Set([id]);
  for (const reached of seen) {
    for (const importer of importersOf(reached)) {
      if (!importer.startsWith('\0') && packageOf(importer) === null) return importer;
      seen.add(importer);
    }
  }
  return id;
}

/**
 * Refuses a remote's build with its own copy of React, the router, the query cache, the Supabase client or the shared
 * package, which exist once per page (SHELL-64). Writes which other packages it has in several versions (SHELL-65).
 *
 * @param from folder by which its packages are resolved.
 */
export function singleCopies(remote: RemoteName, from: string = remote): Plugin {
  return {
    name: 'taller-single-copies',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      const misfit = sharedMisfit(remote, from) ?? reactMisfit(remote, reactOf(from), reactOf('shell'));
      if (misfit) this.error(misfit);
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      for (const { modules } of chunks) {
        for (const [id, { renderedLength }] of Object.entries(modules)) {
          const instead = renderedLength > 0 ? whyShared(id) : null;
          if (instead === null) continue;
          this.error(
            `${remote} lleva su propia copia de ${packageOf(id)?.name}, que en la página es una sola: ${instead}. ` +
              `La pide ${relative(
                inRoot(),
                ownImporter(id, (of) => this.getModuleInfo(of)?.importers ?? []),
              )}.`,
          );
        }
      }
      const source = JSON.stringify(duplicatesIn(chunks) satisfies BundledPackage[]);
      this.emitFile({ type: 'asset', fileName: DUPLICATES_FILE, source });
    },
  };
}
