import type { Plugin } from 'vite';

/**
 * Puts everything that a page's entry imports at once into one script: by the bundler's defaults, modules that later
 * screens import as well are scripts of their own.
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
