import { tabArea } from '@taller/shared/contract/storage.ts';
import { REGISTRY_ELEMENT_ID, type Registry, type RegistryRemote } from '@taller/shared/contract/registry.ts';

const TIMEOUT_MS = 10_000;

let registry: Promise<Registry> | null = null;

function inlined(): Registry | null {
  const text = document.querySelector(`#${REGISTRY_ELEMENT_ID}`)?.textContent;
  return text ? (JSON.parse(text) as Registry) : null;
}

async function fetched(): Promise<Registry> {
  const response = await fetch('/remotes.json', {
    cache: 'no-cache',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`/remotes.json answered ${response.status}`);
  return (await response.json()) as Registry;
}

/** The registry that came with the page, else the one of the site. */
export function readRegistry(): Promise<Registry> {
  if (!registry) {
    const present = inlined();
    registry = present ? Promise.resolve(present) : fetched();
    registry.catch(() => {
      registry = null;
    });
  }
  return registry;
}

/** The release that was found in the place of the page's own; null while there is none. */
let newer: string | null = null;

/** Kept for the tab: the release for which a document was last asked for. A host that goes on sending an older one must not make every step a page load. */
const ASKED_FOR = 'taller.release';

/**
 * Whether something was published since this page was opened. Then the next screen comes with a document of its own, so that builds never mix in a page. Where
 * site data are blocked the page stays: a load would sign out, and the next page would not know that it was asked for.
 */
export const isOutdated = (): boolean =>
  newer !== null && tabArea.isOpen() && tabArea.getItem(ASKED_FOR) !== newer;

/** To be called before the document is asked for. */
export function noteDeparture(): void {
  if (newer !== null) tabArea.setItem(ASKED_FOR, newer);
}

/** Reads the registry of the site as it is now. The page goes on with the one it came with; see {@link isOutdated}. @throws if it does not arrive. */
async function look(): Promise<Registry> {
  const [present, fresh] = await Promise.all([readRegistry(), fetched()]);
  newer = fresh.release === present.release ? null : fresh.release;
  return fresh;
}

/** The registry of the site as it is now: a remote may have been published since the page was opened. The page's own if that does not arrive. */
export async function refreshRegistry(): Promise<Registry> {
  try {
    return await look();
  } catch (error) {
    console.warn('The registry could not be read again', error);
    return readRegistry();
  }
}

/** A page is taken for up to date for so long. */
const FRESH_MS = 15_000;

let lookedAt = performance.now();
let looking: Promise<void> | null = null;

/** Whether it is time to ask again. */
export const isDue = (): boolean => newer === null && performance.now() - lookedAt > FRESH_MS;

async function lookQuietly(): Promise<void> {
  try {
    await look();
  } catch {
    // Off line, or silent: the page goes on as it is, and a later step asks again.
  }
  lookedAt = performance.now();
  looking = null;
}

/** Asks whether something was published, at most every 15 s: a request that is answered with 304. Resolves with the answer, or when there is none. */
export async function lookForRelease(): Promise<void> {
  if (!looking && isDue()) looking = lookQuietly();
  await looking;
}

export function findRemote(from: Registry, name: string): RegistryRemote {
  const found = from.remotes.find((remote) => remote.name === name);
  if (!found) throw new Error(`${name} is not in the registry`);
  return found;
}
