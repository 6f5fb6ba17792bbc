import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { inRoot } from '#src/workspace/root.ts';

/** Name of a list in a build's hidden folder: the sources of each script, as paths relative to the workspace. */
export const CHUNK_SOURCES_FILE = '.build/sources.json';
export type ChunkSources = Record<string, string[]>;

/** Records the sources of each script in a build, so that tests know which sources they have run. */
export const chunkSources = (): Plugin => ({
  name: 'taller-chunk-sources',
  apply: 'build',
  generateBundle(_, bundle) {
    const sources: ChunkSources = {};
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      sources[chunk.fileName] = chunk.moduleIds
        .filter((id) => !id.startsWith('\0') && !id.includes('node_modules'))
        .map((id) => relative(inRoot(), id.replace(/\?.*$/, '')).split(sep).join('/'))
        .filter((path) => !path.startsWith('..'));
    }
    this.emitFile({ type: 'asset', fileName: CHUNK_SOURCES_FILE, source: JSON.stringify(sources) });
  },
});
