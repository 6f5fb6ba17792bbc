import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { cssModules } from '#src/federation/css-modules.ts';
import { shellConstants } from '#src/federation/shell-constants.ts';
import { inRoot } from '#src/root.ts';

/** Address of each prerendered page by its HTML file (PUB-06). */
export const PRERENDERED: Readonly<Record<string, string>> = {
  'index.html': '/',
  'servicios.html': '/servicios',
};

export interface PrerenderedPage {
  pathname: string;
  html: string;
}

// The entry stands beside shared, which owns the router, and joins the shell with the remote as no source file may.
const ENTRY = inRoot('shared/prerender-entry.js');
const SOURCE = `
import { createElement } from 'react';
import { StaticRouter } from 'react-router-dom';
import { remote } from '../mfe-public/src/remote/routes.tsx';
import { renderPage } from '../shell/src/prerender.tsx';
export const render = (pathname) =>
  renderPage(pathname, remote, ({ children }) => createElement(StaticRouter, { location: pathname }, children));
`;

const entry: Plugin = {
  name: 'taller-prerender-entry',
  resolveId: (id) => (id === ENTRY ? ENTRY : null),
  load: (id) => (id === ENTRY ? SOURCE : null),
};

/** Renders the public pages on this machine, from one ordinary bundle of the shell and the public remote: the very components that take over in the browser. */
export async function prerenderPages(): Promise<Map<string, PrerenderedPage>> {
  const folder = inRoot(`.cache/prerender-${process.pid}`);
  await mkdir(folder, { recursive: true });
  try {
    await build({
      configFile: false,
      root: inRoot('shared'),
      mode: 'production',
      logLevel: 'error',
      define: {
        ...shellConstants(),
        __REMOTE_BUILD__: '"prerender"',
        'process.env.NODE_ENV': '"production"',
      },
      css: { modules: cssModules },
      plugins: [entry, react()],
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir: folder,
        emptyOutDir: true,
        target: 'node24',
        minify: false,
        rolldownOptions: { input: { render: ENTRY }, output: { entryFileNames: 'render.mjs' } },
      },
    });
    const rendering = (await import(pathToFileURL(join(folder, 'render.mjs')).href)) as {
      render: (pathname: string) => Promise<string>;
    };
    const pages = new Map<string, PrerenderedPage>();
    for (const [file, pathname] of Object.entries(PRERENDERED)) {
      pages.set(file, { pathname, html: await rendering.render(pathname) });
    }
    return pages;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
