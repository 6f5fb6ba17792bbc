import type { Plugin } from 'vite';

/** The federation plugin's own groups have 1,000,000 and one more, and those of the configuration are clamped below that. */
const ABOVE_FEDERATION = 1_000_002;

/** What the remote's entry needs before any of its screens, and the bundler's helpers: ten small chunks otherwise. */
const isGlue = (id: string) =>
  /virtual:mf-(?:external|localSharedImportMap|exposes)|@module-federation\/|vite\/preload-helper|rolldown\/runtime/.test(
    id,
  );

/** A module of the remote's screens, not one that the federation plugin has made nor a module that the remote exposes. */
const isOfScreens = (id: string) => !id.includes('virtual:mf') && !id.includes('/src/remote/');

type ModulesOf = (id: string) => { importedIds: readonly string[] } | null;

/** A module and all that it imports statically. */
function closure(start: string, modulesOf: ModulesOf): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    modulesOf(id)?.importedIds.forEach(visit);
  };
  visit(start);
  return found;
}

/**
 * Decides which of a remote's modules share a file, where the federation plugin's choice costs requests.
 * @param firstScreen the page that visitors see first: what it has in common with others is one chunk, and what only
 *   the others have in common another, which it does not load.
 */
export function remoteChunks(firstScreen: string | undefined): Plugin {
  let first = new Set<string>();
  return {
    name: 'taller-remote-chunks',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      const { output } = config.build.rolldownOptions;
      if (!output || Array.isArray(output) || typeof output.codeSplitting !== 'object') return;
      const groups = (output.codeSplitting.groups ??= []);
      groups.unshift({ name: 'federation', test: isGlue, priority: ABOVE_FEDERATION });
      if (firstScreen === undefined) return;
      const isShared = { minShareCount: 2 };
      groups.push({
        ...isShared,
        name: 'common',
        test: (id) => isOfScreens(id) && first.has(id),
        priority: 1,
      });
      groups.push({ ...isShared, name: 'later', test: isOfScreens });
    },
    buildEnd() {
      if (firstScreen !== undefined) first = closure(firstScreen, (id) => this.getModuleInfo(id));
    },
  };
}
