import {
  deleteSealedDraft,
  readDraftOf,
  saveDraftOf,
  saveSealedDraft,
  sealedDraftsOf,
  takeDraftsOf,
} from '#src/contract/draft-store.ts';
import { storedTokenOf } from '#src/runtime/current-user.ts';
import type { Sealer } from '#src/runtime/draft-sealer.ts';
import { retryNow } from '#src/runtime/retry.ts';
import { getSession } from '#src/runtime/session-store.ts';

/** Time in ms that signing in or out waits for the key. */
const PATIENCE_MS = 4000;

let prepared: { owner: string; sealer: Promise<Sealer> } | null = null;

function sealerOf(owner: string): Promise<Sealer> {
  if (prepared?.owner === owner) return prepared.sealer;
  const token = storedTokenOf(owner);
  const sealer = import('#src/runtime/draft-sealer.ts').then((module) => module.createSealer(owner, token));
  const own = { owner, sealer };
  prepared = own;
  sealer.catch((error: unknown) => {
    console.warn('Drafts cannot be sealed', error);
    // Without a network, or after the session: the next draft tries again.
    if (prepared === own) prepared = null;
  });
  return sealer;
}

/** The value, or null if it fails or takes too long. Who signs in or out does not wait for the next attempt. */
function inTime<T>(value: Promise<T>): Promise<T | null> {
  retryNow();
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  return Promise.race([value.catch(() => null), late]);
}

/** Gets the key while the user may: by the time of the sign-out, the network may be gone. */
export function prepareSealing(): void {
  const { user } = getSession();
  if (user && storedTokenOf(user.id)) void sealerOf(user.id);
}

/**
 * Takes the user's drafts out of this tab at once, and stores them sealed (SHELL-16). They are lost without the key:
 * on the device of a shop, others do not read them. Called while the tokens are there.
 */
export async function sealDrafts(): Promise<void> {
  // Nobody is named while the server does not answer, or after the session ended.
  const owner = getSession().user?.id ?? prepared?.owner;
  const drafts = owner === undefined ? [] : takeDraftsOf(owner);
  if (owner === undefined || drafts.length === 0) {
    prepared = null;
    return;
  }
  const sealing = sealerOf(owner);
  prepared = null;
  const sealer = await inTime(sealing);
  if (sealer) for (const draft of drafts) saveSealedDraft(owner, await sealer.seal(draft));
}

async function openAll(owner: string): Promise<void> {
  const sealer = await sealerOf(owner);
  for (const draft of sealedDraftsOf(owner)) {
    const content = await sealer.open(draft).catch(() => undefined);
    // Signed out meanwhile.
    if (prepared?.owner !== owner) return;
    const isNewest = readDraftOf(owner, draft.name) === null;
    if (content !== undefined && isNewest) saveDraftOf(owner, draft.name, content);
    deleteSealedDraft(owner, draft.name);
  }
}

/** Gives a user who signs in the drafts back that the same user's sign-out sealed in this tab. */
export async function unsealDrafts(owner: string): Promise<void> {
  if (sealedDraftsOf(owner).length > 0) await inTime(openAll(owner));
}
