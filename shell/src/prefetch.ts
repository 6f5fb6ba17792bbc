import { misfit, PROVIDED } from '@taller/shared/contract/runtime-version.ts';
import { getSession, onSessionChange, supabase } from '@taller/shared/runtime';
import { isProtected } from '@taller/shared/contract/screen-access.ts';
import { preloadAuthScreens } from '#src/features/auth/auth-screens.tsx';
import { loadQuery } from '#src/remotes/federation.ts';
import { findRemote, readRegistry } from '#src/remotes/registry.ts';
import { findRoute, resolveScreen } from '#src/routing/resolve-screen.ts';
import { likelyNext } from '#src/routing/likely-next.ts';
import type { RemoteTarget } from '#src/routing/route-table.ts';

/** How long the network must have been quiet before anything is prefetched speculatively, in ms. */
const QUIET_MS = 2000;
/** Hover time below which a pointer is only passing over a link, in ms. */
const HOVER_MS = 65;

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the connection is metered or slow: then nothing is prefetched. */
function mustSave(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true;
}

const fetched = new Set<string>();

/** When a request may be made. */
type Pace = () => Promise<void>;

/** Runs a request at once: for a hovered link. */
const atOnce: Pace = () => Promise.resolve();

const idle: Pace = () =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 50);
  });

let queue = Promise.resolve();
/** Speculative: one request at a time, when idle, so that sixty of them do not block scrolling. */
const whenFree: Pace = () => (queue = queue.then(idle));

/** Loads a file into the browser's cache without running it: a screen that is never opened costs no processor time. */
async function fetchFile(url: string, pace: Pace): Promise<void> {
  await pace();
  if (fetched.has(url)) return;
  fetched.add(url);
  const response = await fetch(url, { priority: 'low' });
  await response.arrayBuffer();
}

async function fetchRemote({ remote: name, module }: RemoteTarget, pace: Pace): Promise<void> {
  const remote = findRemote(await readRegistry(), name);
  // A development server has no list of files, and its files change.
  if (import.meta.env.DEV) return;
  const files = remote.modules[module];
  const screens = new URL(`screens/${module}.json`, new URL(remote.entry, location.href));
  if (!files || misfit(remote, PROVIDED) || fetched.has(screens.href)) return;
  fetched.add(screens.href);
  // Builds of older tools have no such list: asking for it would leave a 404 in each visitor's console.
  const answer = remote.plainEntry ? await fetch(screens, { priority: 'low' }) : undefined;
  const later = answer?.ok ? ((await answer.json()) as string[]) : [];
  const url = (file: string) => new URL(file, new URL(remote.entry, location.href)).href;
  await Promise.all(
    [...remote.entryJs, ...files.js, ...files.css, ...later].map((file) => fetchFile(url(file), pace)),
  );
}

/**
 * Prefetches the code of a path for the current user. The guard decides first: what a role may not see is not requested
 * (SHELL-05).
 */
async function prefetchScreen(pathname: string, pace: Pace): Promise<void> {
  const resolution = resolveScreen(pathname, getSession());
  if (resolution.kind !== 'screen') return;
  const { route, target } = resolution;
  if (target.kind === 'shell') await preloadAuthScreens();
  else await Promise.all([fetchRemote(target, pace), isProtected(route) ? loadQuery() : null]);
}

/** A failed prefetch is ignored: the navigation loads the files again and reports failures. */
const quietly = (work: Promise<unknown>) => void work.catch(() => undefined);

/**
 * Runs a task when nothing has been loaded for {@link QUIET_MS} and the browser is idle: the current navigation takes
 * precedence.
 */
function whenQuiet(task: () => void): void {
  let timer: ReturnType<typeof setTimeout>;
  const observer = new PerformanceObserver(() => wait());
  const run = () => {
    observer.disconnect();
    if ('requestIdleCallback' in window) requestIdleCallback(task);
    else task();
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(run, QUIET_MS);
  };
  observer.observe({ type: 'resource' });
  wait();
}

function prefetchLikely(): void {
  if (mustSave()) return;
  const { user } = getSession();
  for (const pathname of likelyNext(location.pathname, user?.role ?? null))
    quietly(prefetchScreen(pathname, whenFree));
  // These screens lead to the sign-in, followed by one with data.
  if (!user && findRoute(location.pathname)?.shell) quietly(Promise.all([supabase(), loadQuery()]));
}

function linkedPath(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  return link && link.origin === location.origin && !link.target ? link.pathname : null;
}

/**
 * Starts prefetching: likely screens when the page is idle, and the screen of a link that is hovered, focused or
 * touched. Called once the page is interactive.
 */
export function startPrefetching(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const prefetchLink = (event: Event, delay: number) => {
    clearTimeout(timer);
    const pathname = linkedPath(event.target);
    if (pathname !== null && !mustSave())
      timer = setTimeout(() => quietly(prefetchScreen(pathname, atOnce)), delay);
  };
  const options = { passive: true, capture: true };
  document.addEventListener('pointerover', (event) => prefetchLink(event, HOVER_MS), options);
  document.addEventListener('focusin', (event) => prefetchLink(event, HOVER_MS), options);
  document.addEventListener('touchstart', (event) => prefetchLink(event, 0), options);
  onSessionChange(() => whenQuiet(prefetchLikely));
  whenQuiet(prefetchLikely);
}
