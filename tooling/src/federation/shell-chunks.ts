import type { Plugin } from 'vite';

interface Group {
  name: string;
  test: (id: string) => boolean;
  priority: number;
}

/** The federation plugin's own groups have 1,000,000, and those of the configuration are clamped below that. */
const ABOVE_FEDERATION = 1_000_002;

/** React's four packages are one file, and so are the federation plugin's helpers. A group takes what its modules import along. */
const GROUPS: readonly Group[] = [
  {
    name: 'share-base',
    test: (id) => id.includes('loadShareHelpers') || id.includes('vite/preload-helper'),
    priority: ABOVE_FEDERATION + 1,
  },
  {
    name: 'react',
    test: (id) =>
      /\/node_modules\/(?:react|react-dom|scheduler)\//.test(id) ||
      /__(?:loadShare|prebuild)__react_/.test(id),
    priority: ABOVE_FEDERATION,
  },
];

/** Decides which of the shell's modules share a file, where the federation plugin's choice costs the visitor. */
export function shellChunks(): Plugin {
  return {
    name: 'taller-shell-chunks',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      const { output } = config.build.rolldownOptions;
      if (!output || Array.isArray(output) || typeof output.codeSplitting !== 'object') return;
      (output.codeSplitting.groups ??= []).unshift(...GROUPS);
    },
  };
}
