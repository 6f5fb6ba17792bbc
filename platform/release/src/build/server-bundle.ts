import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { PRIVATE_FOLDER, SERVER_BUNDLE } from '#src/build/descriptors.ts';
import { lucideIcons } from '#src/federation/lucide-icons.ts';
import { cssModules } from '#src/federation/css-modules.ts';
import { shellConstants } from '#src/federation/shell-constants.ts';
import { NAMES } from '#src/federation/singletons.ts';
import { inRoot } from '#src/workspace/root.ts';

// The entry is next to shared, which contains the router and every singleton.
const SHELL_ENTRY = inRoot('shared/server-entry.js');
const SHELL_SOURCE = `
import { createElement } from 'react';
import { StaticRouter } from 'react-router-dom';
import { renderPage } from '../shell/src/prerender.tsx';
import * as React from 'react';
import * as ReactDom from 'react-dom';
import * as runtime from '@taller/shared/runtime';
import * as query from '@taller/shared/query';
export const render = (pathname, remote, facts) =>
  renderPage(pathname, remote, facts, ({ children }) => createElement(StaticRouter, { location: pathname }, children));
export const singletons = {
  'react': React,
  'react-dom': ReactDom,
  '@taller/shared/runtime': runtime,
  '@taller/shared/query': query,
};
`;

const shellEntry: Plugin = {
  name: 'taller-server-entry',
  resolveId: (id) => (id === SHELL_ENTRY ? SHELL_ENTRY : null),
  load: (id) => (id === SHELL_ENTRY ? SHELL_SOURCE : null),
};

interface Bundle {
  root: string;
  input: string;
  file: string;
  format: 'es' | 'cjs';
  plugins: Plugin[];
  external: readonly string[];
}

/** Builds one file that runs in Node, with the components that are hydrated in the browser. */
async function bundle(
  folder: string,
  { root, input, file, format, plugins, external }: Bundle,
): Promise<void> {
  const outDir = join(folder, `${PRIVATE_FOLDER}-server`);
  // The bundler compiles for the mode that its process runs in, and the build cache is keyed by sources only.
  process.env.NODE_ENV = 'production';
  await build({
    configFile: false,
    root,
    mode: 'production',
    logLevel: 'error',
    define: {
      ...shellConstants(),
      __REMOTE_BUILD__: '"prerender"',
      'process.env.NODE_ENV': '"production"',
    },
    css: { modules: cssModules() },
    plugins: [...plugins, lucideIcons(), react()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: true,
      rolldownOptions: {
        input: { server: input },
        external: [...external],
        output: { format, entryFileNames: 'server', codeSplitting: false },
      },
    },
  });
  await rename(join(outDir, 'server'), join(folder, file));
  await rm(outDir, { recursive: true });
}

/**
 * Adds to the shell's build the bundle that prerenders its pages when a site is assembled (PUB-06), also when a remote
 * is published later without the shell's sources.
 */
export const addShellServerBundle = (folder: string): Promise<void> =>
  bundle(folder, {
    root: inRoot('shared'),
    input: SHELL_ENTRY,
    file: SERVER_BUNDLE.shell,
    format: 'es',
    plugins: [shellEntry],
    external: [],
  });

/** Adds the server bundle of a remote: its module `routes`, with the singletons of the shell's bundle. */
export const addRemoteServerBundle = (name: RemoteName, folder: string): Promise<void> =>
  bundle(folder, {
    root: inRoot(name),
    input: inRoot(name, 'src/remote/routes.tsx'),
    file: SERVER_BUNDLE.remote,
    format: 'cjs',
    plugins: [],
    external: NAMES,
  });
