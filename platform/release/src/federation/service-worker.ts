import { build, type Plugin } from 'vite';
import { inRoot } from '#src/workspace/root.ts';
import { PAGES } from '@taller/server/pages/pages.ts';

/** Adds `service-worker.js` to the shell's build, bundled separately: a worker is a single script with a fixed name. */
export function serviceWorker(): Plugin {
  return {
    name: 'taller-service-worker',
    apply: 'build',
    async generateBundle() {
      const result = await build({
        configFile: false,
        root: inRoot('shell'),
        mode: 'production',
        logLevel: 'error',
        publicDir: false,
        define: { __PAGE_NAMES__: JSON.stringify(PAGES.map(({ file }) => file.replace(/\.html$/, ''))) },
        build: {
          write: false,
          target: 'es2022',
          modulePreload: false,
          rolldownOptions: {
            input: inRoot('shell/src/service-worker/worker.ts'),
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      });
      const [output] = Array.isArray(result) ? result : [result];
      if (!output || !('output' in output)) throw new Error('The service worker was not built');
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: output.output[0].code });
    },
  };
}
