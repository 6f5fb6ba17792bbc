import type { Plugin } from 'vite';
import { FACTS_ELEMENT_ID, type ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { REMOTE_NAMES } from '@taller/shared/contract/remote-names.ts';
import { PROVIDED } from '@taller/shared/contract/runtime-version.ts';
import type { Registry, RegistryRemote } from '@taller/shared/contract/registry.ts';
import { DEMO_FACTS } from '../../../../supabase/seed/demo-facts.ts';
import { remotePort, SHELL_PORT } from '#src/workspace/ports.ts';

interface DevManifest {
  exposes: { name: string }[];
}

async function describe(name: RegistryRemote['name']): Promise<RegistryRemote[]> {
  const origin = `http://localhost:${remotePort(name)}`;
  try {
    const response = await fetch(`${origin}/mf-manifest.json`);
    const manifest = (await response.json()) as DevManifest;
    const modules = Object.fromEntries(
      manifest.exposes.map((exposed) => [exposed.name, { js: [], css: [] }]),
    );
    return [
      {
        name,
        entry: `${origin}/remoteEntry.js`,
        entryJs: [],
        ...PROVIDED,
        build: 'dev',
        modules,
      },
    ];
  } catch {
    // The remote's development server is not running; the shell shows this in the remote's place.
    return [];
  }
}

/** The current facts in the development database; those of the demo shop without a database. */
async function currentFacts(): Promise<ShopFacts> {
  const { TALLER_API: api, TALLER_API_KEY: apikey } = process.env;
  if (!api || !apikey) return DEMO_FACTS;
  const response = await fetch(`${api}/rest/v1/rpc/shop_facts`, { method: 'POST', headers: { apikey } });
  if (!response.ok) return DEMO_FACTS;
  return ((await response.json()) as { facts: ShopFacts }).facts;
}

const factsScript = async () => ({
  tag: 'script',
  attrs: { type: 'application/json', id: FACTS_ELEMENT_ID },
  children: JSON.stringify(await currentFacts()).replaceAll('<', String.raw`\u003c`),
  injectTo: 'head' as const,
});

/** Provides the registry, the configuration and the shop's details, which a development server does not have. */
export function devSite(): Plugin {
  return {
    name: 'taller-dev-site',
    apply: 'serve',
    transformIndexHtml: async () => [await factsScript()],
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const answer = (value: unknown) => {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(value));
        };
        const path = request.url?.split('?')[0];
        if (path === '/remotes.json') {
          void Promise.all(REMOTE_NAMES.map(describe)).then((remotes) =>
            answer({ release: 'dev', remotes: remotes.flat() } satisfies Registry),
          );
        } else if (path === '/config.json' && process.env.TALLER_API_KEY) {
          answer({ supabaseUrl: `http://localhost:${SHELL_PORT}`, supabaseKey: process.env.TALLER_API_KEY });
        } else {
          next();
        }
      });
    },
  };
}

/** Paths that the shell's development server proxies to the API. */
export function apiProxy() {
  const target = process.env.TALLER_API;
  if (!target) return {};
  const paths = ['/auth/v1', '/rest/v1', '/realtime/v1', '/functions/v1', '/storage/v1', '/_dev', '/healthz'];
  return Object.fromEntries(paths.map((path) => [path, { target, ws: path === '/realtime/v1' }]));
}
