import {
  deleteSealedDraft,
  readDraftOf,
  saveDraftOf,
  saveSealedDraft,
  sealedDraftsOf,
  takeDraftsOf,
} from '#src/contract/draft-store.ts';
import { hasStoredTokens } from '#src/runtime/current-user.ts';
import type { Sealer } from '#src/runtime/draft-sealer.ts';
import { getSession } from '#src/runtime/session-store.ts';

/** Time in ms that signing in or out waits for the key. */
const PATIENCE_MS = 4000;

let prepared: { owner: string; sealer: Promise<Sealer> } | null = null;

function sealerOf(owner: string): Promise<Sealer> {
  if (prepared?.owner === owner) return prepared.sealer;
  const loading = import('#src/runtime/draft-sealer.ts').catch((error: unknown) => {
    // Without a network: the next draft tries again.
    prepared = null;
    throw error;
  });
  const sealer = loading.then((module) => module.createSealer(owner));
  sealer.catch((error: unknown) => console.warn('Drafts cannot be sealed', error));
  prepared = { owner, sealer };
  return sealer;
}

/** The value, or null if it fails or takes too long. */
function inTime<T>(value: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  return Promise.race([value.catch(() => null), late]);
}

/** Gets the key while the user may: by the time of the sign-out, the network may be gone. */
export function prepareSealing(): void {
  const { user } = getSession();
  if (user && hasStoredTokens()) void sealerOf(user.id);
}

/**
 * Takes the user's drafts out of this tab at once, and stores them sealed (SHELL-16). They are lost without the key:
 * on the device of a shop, others do not read them.
 */
export async function sealDrafts(): Promise<void> {
  const { user } = getSession();
  const own = prepared;
  prepared = null;
  if (!user) return;
  const drafts = takeDraftsOf(user.id);
  if (drafts.length === 0 || own?.owner !== user.id) return;
  const sealer = await inTime(own.sealer);
  if (sealer) for (const draft of drafts) saveSealedDraft(user.id, await sealer.seal(draft));
}

async function openAll(owner: string): Promise<void> {
  const sealer = await sealerOf(owner);
  for (const draft of sealedDraftsOf(owner)) {
    const content = await sealer.open(draft).catch(() => undefined);
    const isNewest = readDraftOf(owner, draft.name) === null;
    if (content !== undefined && isNewest) saveDraftOf(owner, draft.name, content);
    deleteSealedDraft(owner, draft.name);
  }
}

/** Gives a user who signs in the drafts back that the same user's sign-out sealed in this tab. */
export async function unsealDrafts(owner: string): Promise<void> {
  if (sealedDraftsOf(owner).length > 0) await inTime(openAll(owner));
}
