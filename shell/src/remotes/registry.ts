import { tabArea } from '@taller/shared/contract/storage.ts';
import {
  PREVIEW_KEY,
  PREVIEW_MARK,
  type Registry,
  type RegistryRemote,
} from '@taller/shared/contract/registry.ts';
import { NotStarted } from '#src/remotes/developer-hint.ts';
import { pageRegistry } from '#src/routing/page-registry.ts';

const TIMEOUT_MS = 10_000;

let registry: Promise<Registry> | null = null;

async function fetched(): Promise<Registry> {
  const response = await fetch('/remotes.json', {
    cache: 'no-cache',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`/remotes.json answered ${response.status}`);
  return (await response.json()) as Registry;
}

/** The registry of this tab: with the build of a preview, if it shows one. */
async function ofTab(present: Registry | Promise<Registry>): Promise<Registry> {
  const token = tabArea.getItem(PREVIEW_KEY);
  if (token === null) return present;
  const { withPreview } = await import('#src/preview/with-preview.ts');
  return withPreview(await present, PREVIEW_MARK, token, () => tabArea.removeItem(PREVIEW_KEY));
}

/** The registry inlined in the page, else the site's. */
export function readRegistry(): Promise<Registry> {
  if (!registry) {
    registry = ofTab(pageRegistry() ?? fetched());
    registry.catch(() => {
      registry = null;
    });
  }
  return registry;
}

/** The release that replaced the page's own; null if there is none. */
let newer: string | null = null;

/**
 * Session storage key: the release for which a document was last requested. A host that keeps serving an older one must
 * not turn every navigation into a page load.
 */
const ASKED_FOR = 'taller.release';

/**
 * Whether something was published since this page was opened. Then the next screen is a document load, so that builds
 * never mix in a page. Where site data is blocked this is disabled: a load would sign out, and the next page could not
 * know that it was requested.
 */
export const isOutdated = (): boolean =>
  newer !== null && tabArea.isOpen() && tabArea.getItem(ASKED_FOR) !== newer;

/** Must be called before the document is requested. */
export function noteDeparture(): void {
  if (newer !== null) tabArea.setItem(ASKED_FOR, newer);
}

/**
 * Fetches the site's current registry. The page keeps its own; see {@link isOutdated}.
 * @throws if it cannot be loaded.
 */
async function check(): Promise<Registry> {
  const [present, fresh] = await Promise.all([readRegistry(), fetched()]);
  newer = fresh.release === present.release ? null : fresh.release;
  return fresh;
}

/**
 * The site's current registry: a remote may have been published since the page was opened. Falls back to the page's
 * own.
 */
export async function refreshRegistry(): Promise<Registry> {
  try {
    return await ofTab(check());
  } catch (error) {
    console.warn('The registry could not be read again', error);
    return readRegistry();
  }
}

/** How long a page counts as up to date. */
const FRESH_MS = 15_000;

let checkedAt = performance.now();
let checking: Promise<void> | null = null;

/** Whether the next check is due. */
export const isDue = (): boolean => newer === null && performance.now() - checkedAt > FRESH_MS;

async function checkQuietly(): Promise<void> {
  try {
    await check();
  } catch {
    // Offline or no response: the page is unchanged, and a later navigation checks again.
  }
  checkedAt = performance.now();
  checking = null;
}

/** Checks whether something was published, at most every 15 s: a request answered with 304. Resolves in any case. */
export async function checkForRelease(): Promise<void> {
  if (!checking && isDue()) checking = checkQuietly();
  await checking;
}

/** The build of a remote that runs. */
export function findRemote(from: Registry, name: string): RegistryRemote {
  const found = from.remotes.find((remote) => remote.name === name);
  if (!found && import.meta.env.DEV)
    throw new NotStarted(
      name,
      from.remotes.map((remote) => remote.name),
    );
  if (!found) throw new Error(`${name} is not in the registry`);
  return found;
}
