import type { Plugin } from 'vite';
import { sharedFile } from '#src/workspace/root.ts';

const SHIM = /^use-sync-external-store\/shim(?:\/with-selector)?$/;

/**
 * Gives Base UI React's own `useSyncExternalStore` (shared/src/ui/external-store.ts) instead of the shim for older
 * versions.
 * The shim is CommonJS and requires React, for which the bundler keeps all of React's names in a remote's first chunk,
 * and its helpers in a chunk of their own: 1 kB and a request of the landing.
 */
export const reactStore = (): Plugin => ({
  name: 'taller-react-store',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    SHIM.test(source) && importer?.includes('/@base-ui/') ? sharedFile('ui/external-store.ts') : null,
});
