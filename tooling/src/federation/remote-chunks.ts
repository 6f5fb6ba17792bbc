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

/**
 * Decides which of a remote's modules share a file, where the federation plugin's choice costs requests.
 * @param together puts whatever two screens have in common into one chunk.
 * @param later folders of shared that the first screen does without: they stay out of that chunk.
 */
export function remoteChunks(together: boolean, later: readonly string[]): Plugin {
  return {
    name: 'taller-remote-chunks',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      const { output } = config.build.rolldownOptions;
      if (!output || Array.isArray(output) || typeof output.codeSplitting !== 'object') return;
      const groups = (output.codeSplitting.groups ??= []);
      groups.unshift({ name: 'federation', test: isGlue, priority: ABOVE_FEDERATION });
      if (!together) return;
      const isLater = (id: string) => later.some((folder) => id.includes(`/shared/src/${folder}/`));
      groups.push({ name: 'common', test: (id) => isOfScreens(id) && !isLater(id), minShareCount: 2 });
    },
  };
}
