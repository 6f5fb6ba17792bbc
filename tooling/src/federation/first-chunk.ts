import type { Plugin } from 'vite';

/**
 * Bundles all static imports of a page's entry into one script. By default, the bundler splits off modules that later
 * screens import as well.
 */
export function firstChunk(): Plugin {
  const first = new Set<string>();
  return {
    name: 'taller-first-chunk',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: 'first', test: (id: string) => first.has(id) }] } },
        },
      },
    }),
    buildStart: () => first.clear(),
    buildEnd() {
      const visit = (id: string) => {
        if (first.has(id)) return;
        first.add(id);
        this.getModuleInfo(id)?.importedIds.forEach(visit);
      };
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) visit(id);
    },
  };
}
