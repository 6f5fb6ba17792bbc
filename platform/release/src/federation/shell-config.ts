import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { devGallery } from '#src/dev/dev-gallery.ts';
import { devSignIn } from '#src/dev/dev-sign-in.ts';
import { browserScreens, SHELL_FIELDS } from '#src/federation/browser-screens.ts';
import { chunkSources } from '#src/federation/chunk-sources.ts';
import { lucideIcons } from '#src/federation/lucide-icons.ts';
import { cssModules } from '#src/federation/css-modules.ts';
import { apiProxy, devSite } from '#src/federation/dev-site.ts';
import { productionRouter } from '#src/federation/production-router.ts';
import { serviceWorker } from '#src/federation/service-worker.ts';
import { SHELL_PORT } from '#src/workspace/ports.ts';
import { shellConstants } from '#src/federation/shell-constants.ts';
import { stylesFirst } from '#src/federation/styles-first.ts';
import { waitForCompleteWrites } from '#src/federation/wait-for-complete-writes.ts';

/**
 * Bundles all static imports of a page's entry into one script. By default, the bundler splits off modules that later
 * screens import as well.
 */
function firstChunk(): Plugin {
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

/**
 * Vite configuration of the shell: the host, which provides the singletons and discovers remotes through the registry.
 * An ordinary build: only the remotes use the federation plugin.
 */
export const shellConfig = () =>
  defineConfig({
    base: '/',
    css: { modules: cssModules() },
    define: shellConstants(),
    plugins: [
      waitForCompleteWrites(),
      browserScreens(SHELL_FIELDS),
      lucideIcons(),
      productionRouter(),
      react(),
      devSite(),
      devSignIn(),
      devGallery(),
      serviceWorker(),
      firstChunk(),
      chunkSources(),
      stylesFirst(),
    ],
    build: {
      target: 'es2022',
      sourcemap: 'hidden',
      emptyOutDir: true,
      manifest: 'vite-manifest.json',
      modulePreload: { polyfill: false },
    },
    server: { port: SHELL_PORT, strictPort: true, proxy: apiProxy() },
  });
