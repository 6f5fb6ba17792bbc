import type { LoadedMessage } from './loaded-message.ts';
import { pageName, requestKind } from './addresses.ts';
import { answerFile, FILES } from './kept-files.ts';
import { keepLoadedPage, keptPage, PAGES, rememberPage } from './kept-pages.ts';
import { offlinePage } from './offline-page.ts';

declare const self: ServiceWorkerGlobalScope;

const CONFIG = 'taller-config-1';
/** A network that has not answered after this long is treated like none, if the page is kept. */
const PATIENCE_MS = 4_000;

/** The part of an install event that lets requests pass the worker by; not every browser has it, nor does TypeScript know it yet. */
interface InstallRoutes {
  addRoutes?: (rule: { condition: { urlPattern: string }; source: 'network' }) => Promise<void>;
}

self.addEventListener('install', (event) => {
  void self.skipWaiting();
  // Data is none of the worker's business, so its requests need not wait for it to wake.
  const installing = event as ExtendableEvent & InstallRoutes;
  const passBy = async (api: string) =>
    installing.addRoutes?.({ condition: { urlPattern: `/${api}/v1/*` }, source: 'network' });
  // A browser that refuses a rule asks the worker, which lets the request through as well.
  event.waitUntil(Promise.allSettled(['rest', 'auth', 'functions', 'storage', 'realtime'].map(passBy)));
});

self.addEventListener('activate', (event) => {
  const start = async () => {
    const present = new Set([FILES, PAGES, CONFIG]);
    const old = (await caches.keys()).filter((name) => name.startsWith('taller-') && !present.has(name));
    await Promise.all(old.map((name) => caches.delete(name)));
    // The page is asked for while the worker starts, not afterwards.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(start());
});

/** The page of the network. What it answers is put aside for the day when it does not. */
async function fetchPage(event: FetchEvent): Promise<Response> {
  const preloaded = (await event.preloadResponse) as Response | undefined;
  const response = preloaded ?? (await fetch(event.request));
  event.waitUntil(rememberPage(pageName(new URL(event.request.url).pathname), response.clone()));
  return response;
}

/** Newest page first, so that what is published or rolled back arrives with the next navigation; a kept one only when the network fails or stays silent. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  const network = fetchPage(event);
  const silence = new Promise<'silent'>((resolve) => setTimeout(() => resolve('silent'), PATIENCE_MS));
  const first = await Promise.race([network.catch(() => 'failed' as const), silence]);
  if (typeof first === 'object' && first.status < 500) return first;
  const kept = await keptPage(pathname, self.location.origin);
  if (kept) return kept;
  return first === 'failed' ? offlinePage() : network.catch(offlinePage);
}

/** Where the site's Supabase is, public facts: the newest, or the last one known. */
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
  event.waitUntil(keepLoadedPage(message as LoadedMessage, self.location.origin));
});
