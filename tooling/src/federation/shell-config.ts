import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkName } from '#src/federation/chunk-name.ts';
import { lucideIcons } from '#src/federation/lucide-icons.ts';
import { cssModules } from '#src/federation/css-modules.ts';
import { apiProxy, devSite } from '#src/federation/dev-site.ts';
import { SHELL_PORT } from '#src/federation/ports.ts';
import { shellChunks } from '#src/federation/shell-chunks.ts';
import { PARSE_IDLE_S, provided } from '#src/federation/singletons.ts';
import { wholeGraph } from '#src/federation/whole-graph.ts';
import { inRoot } from '#src/root.ts';

/** Vite configuration of the shell: the host, which provides the singletons and knows no remote before it has read the registry. */
export const shellConfig = () =>
  defineConfig(({ command }) => ({
    base: '/',
    css: { modules: cssModules },
    plugins: [
      lucideIcons(),
      react(),
      devSite(),
      wholeGraph(
        federation({
          name: 'shell',
          filename: command === 'build' ? 'assets/remoteEntry-[hash].js' : 'remoteEntry.js',
          dts: false,
          moduleParseIdleTimeout: PARSE_IDLE_S,
          manifest: command === 'build',
          remotes: {},
          shared: provided(),
          shareStrategy: 'loaded-first',
          experiments: command === 'build' ? { provideExternalRuntime: true } : {},
        }),
        [inRoot('shell/src/main.tsx')],
      ),
      shellChunks(),
    ],
    build: {
      target: 'es2022',
      emptyOutDir: true,
      manifest: 'vite-manifest.json',
      rolldownOptions: { output: { chunkFileNames: chunkName('assets/') } },
    },
    server: { port: SHELL_PORT, strictPort: true, proxy: apiProxy() },
  }));
