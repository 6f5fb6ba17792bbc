import type { LoadedMessage } from './loaded-message.ts';
import { pageName, requestKind } from './addresses.ts';
import { answerFile, FILES } from './cached-files.ts';
import { cacheLoadedPage, cachedPage, PAGES, rememberPage } from './cached-pages.ts';

const OFFLINE_HTML = `<!doctype html>
<html lang="es-CL">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Sin conexión a internet</title>
<style>body{font:1.0625rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.25rem;text-align:center}a{display:inline-block;margin-top:1rem;padding:.6rem 1.2rem;border:1px solid;border-radius:.75rem;color:inherit;text-decoration:none}</style>
<h1>Sin conexión a internet</h1>
<p>Esta página todavía no está guardada en este equipo. Revisa tu conexión y vuelve a intentarlo.</p>
<a href="">Reintentar</a>
</html>`;

/** Shown if there is neither a network nor a cached page. */
const offlinePage = (): Response =>
  new Response(OFFLINE_HTML, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });

declare const self: ServiceWorkerGlobalScope;

const CONFIG = 'taller-config-1';
/** Timeout after which the cached page is served. */
const PATIENCE_MS = 4_000;

/**
 * The part of an install event that adds static routes; not every browser supports it, nor does TypeScript declare it
 * yet.
 */
interface InstallRoutes {
  addRoutes?: (rule: { condition: { urlPattern: string }; source: 'network' }) => Promise<void>;
}

self.addEventListener('install', (event) => {
  void self.skipWaiting();
  // API requests bypass the worker, so they need not wait for it to start.
  const installing = event as ExtendableEvent & InstallRoutes;
  const passBy = async (api: string) =>
    installing.addRoutes?.({ condition: { urlPattern: `/${api}/v1/*` }, source: 'network' });
  // If a browser rejects a rule, the worker handles the request and passes it through.
  event.waitUntil(Promise.allSettled(['rest', 'auth', 'functions', 'storage', 'realtime'].map(passBy)));
});

self.addEventListener('activate', (event) => {
  const start = async () => {
    const present = new Set([FILES, PAGES, CONFIG]);
    const old = (await caches.keys()).filter((name) => name.startsWith('taller-') && !present.has(name));
    await Promise.all(old.map((name) => caches.delete(name)));
    // Navigation preload: the page is requested while the worker starts.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(start());
});

/** Fetches the page from the network and stores it for offline use. */
async function fetchPage(event: FetchEvent): Promise<Response> {
  const preloaded = (await event.preloadResponse) as Response | undefined;
  const response = preloaded ?? (await fetch(event.request));
  event.waitUntil(rememberPage(pageName(new URL(event.request.url).pathname), response.clone()));
  return response;
}

/**
 * Network first, so that publications and rollbacks take effect on the next navigation; the cached page only if the
 * network fails or times out.
 */
async function answerPage(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  const network = fetchPage(event);
  const silence = new Promise<'silent'>((resolve) => setTimeout(() => resolve('silent'), PATIENCE_MS));
  const first = await Promise.race([network.catch(() => 'failed' as const), silence]);
  if (typeof first === 'object' && first.status < 500) return first;
  const kept = await cachedPage(pathname, self.location.origin);
  if (kept) return kept;
  return first === 'failed' ? offlinePage() : network.catch(offlinePage);
}

/** config.json, public data: network first, else the cached one. */
async function answerConfig(request: Request): Promise<Response> {
  const cache = await caches.open(CONFIG);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put('/config.json', response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match('/config.json');
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const kind = requestKind(event.request, self.location.origin);
  if (kind === 'page') event.respondWith(answerPage(event));
  else if (kind === 'file') event.respondWith(answerFile(event.request, (work) => event.waitUntil(work)));
  else if (kind === 'config') event.respondWith(answerConfig(event.request));
});

self.addEventListener('message', (event) => {
  const message = event.data as Partial<LoadedMessage> | null;
  if (message?.type !== 'loaded' || !message.pathname || !message.registry || !message.files) return;
  event.waitUntil(cacheLoadedPage(message as LoadedMessage, self.location.origin));
});
