// Storage of drafts, shared by the shell and every remote: session storage, by user. Forms write drafts, the session
// seals or deletes them.
import { browserArea, onSharedChange, tabArea } from '#src/contract/storage.ts';

/** Older drafts are deleted: they are obsolete and contain personal data. */
const MAX_AGE_MS = 12 * 3_600_000;
const PREFIX = 'taller.draft.';
const SEALED_PREFIX = 'taller.sealed-draft.';
/** Time of the last explicit sign-out, for tabs that were suspended then. */
const ERASED_KEY = 'taller.drafts-erased';

/** Window event: a draft was stored. */
export const DRAFT_SAVED = 'taller:draft-saved';
/** Window event: a draft was sealed. */
export const DRAFT_SEALED = 'taller:draft-sealed';

interface Kept<C> {
  /** When the draft was stored, in ms. */
  readonly at: number;
  readonly content: C;
}

export interface StoredDraft<C = unknown> extends Kept<C> {
  readonly name: string;
}

/** The contents of a draft, encrypted for its user; base64. */
export interface SealedContent {
  readonly iv: string;
  readonly data: string;
}

const keysWith = (prefix: string): string[] => tabArea.keys().filter((key) => key.startsWith(prefix));

/** @param since older ones are deleted, in ms. */
function readKept(key: string, since = 0): Kept<unknown> | null {
  try {
    const kept = JSON.parse(tabArea.getItem(key) ?? 'null') as Kept<unknown> | null;
    if (!kept || typeof kept.at !== 'number') return null;
    if (kept.at > since && Date.now() - kept.at <= MAX_AGE_MS) return kept;
    tabArea.removeItem(key);
  } catch {
    // Invalid JSON: treated as empty.
  }
  return null;
}

function erasedAt(): number {
  const at = Number(browserArea.getItem(ERASED_KEY) ?? 0);
  // The clock was ahead at the sign-out: until then, it would erase what is typed after it.
  return at > Date.now() ? 0 : at;
}

/** Stores a value under a user's key, in this tab. */
export function saveDraftOf(owner: string, name: string, content: unknown): void {
  const kept: Kept<unknown> = { at: Date.now(), content };
  tabArea.setItem(`${PREFIX}${owner}.${name}`, JSON.stringify(kept));
  dispatchEvent(new Event(DRAFT_SAVED));
}

/** The value stored under a user's key, or null. */
export const readDraftOf = (owner: string, name: string): unknown =>
  readKept(`${PREFIX}${owner}.${name}`, erasedAt())?.content ?? null;

export function deleteDraftOf(owner: string, name: string): void {
  tabArea.removeItem(`${PREFIX}${owner}.${name}`);
}

/** Whether this tab has any draft, of any user, sealed or not. */
export const hasDrafts = (): boolean =>
  keysWith(PREFIX).some((key) => readKept(key, erasedAt()) !== null) ||
  keysWith(SEALED_PREFIX).some((key) => readKept(key) !== null);

/** Keeps this tab's drafts as they are now. @returns what puts those back that were forgotten meanwhile. */
export function holdDrafts(): () => void {
  const held = keysWith(PREFIX).map((key) => [key, tabArea.getItem(key)] as const);
  return () => {
    for (const [key, kept] of held)
      if (kept !== null && tabArea.getItem(key) === null) tabArea.setItem(key, kept);
  };
}

/** Deletes this tab's drafts, except those of one user. */
export function eraseDrafts(exceptOf?: string): void {
  for (const key of keysWith(PREFIX))
    if (exceptOf === undefined || !key.startsWith(`${PREFIX}${exceptOf}.`)) tabArea.removeItem(key);
}

/** Deletes the drafts in all tabs after an explicit sign-out. Sealed ones stay. */
export function eraseDraftsEverywhere(): void {
  eraseDrafts();
  browserArea.setItem(ERASED_KEY, String(Date.now()));
}

function storedWith<C>(prefix: string): readonly StoredDraft<C>[] {
  return keysWith(prefix).flatMap((key) => {
    const kept = readKept(key) as Kept<C> | null;
    return kept ? [{ ...kept, name: key.slice(prefix.length) }] : [];
  });
}

/** Removes a user's drafts from this tab, also when another tab has just signed out. @returns what they were. */
export function takeDraftsOf(owner: string): readonly StoredDraft[] {
  const taken = storedWith(`${PREFIX}${owner}.`);
  for (const { name } of taken) deleteDraftOf(owner, name);
  return taken;
}

export function saveSealedDraft(owner: string, { name, ...kept }: StoredDraft<SealedContent>): void {
  tabArea.setItem(`${SEALED_PREFIX}${owner}.${name}`, JSON.stringify(kept));
  dispatchEvent(new Event(DRAFT_SEALED));
}

/** A user's sealed drafts in this tab. */
export const sealedDraftsOf = (owner: string): readonly StoredDraft<SealedContent>[] =>
  storedWith(`${SEALED_PREFIX}${owner}.`);

export function deleteSealedDraft(owner: string, name: string): void {
  tabArea.removeItem(`${SEALED_PREFIX}${owner}.${name}`);
}

/**
 * Deletes expired drafts, and those that another tab's sign-out invalidated.
 * @param beforeErasing called when another tab signed out, before this tab's drafts are deleted.
 */
export function watchDrafts(beforeErasing: () => void): void {
  hasDrafts();
  onSharedChange((key) => {
    if (key !== ERASED_KEY) return;
    beforeErasing();
    eraseDrafts();
  });
}
