// Storage of drafts, shared by the shell and every remote: session storage, by user. Forms write drafts, the session
// deletes them.
import { browserArea, onSharedChange, tabArea } from '#src/contract/storage.ts';

/** Older drafts are deleted: they are obsolete and contain personal data. */
const MAX_AGE_MS = 12 * 3_600_000;
const PREFIX = 'taller.draft.';
/** Time of the last explicit sign-out, for tabs that were suspended then. */
const ERASED_KEY = 'taller.drafts-erased';

interface Kept {
  at: number;
  content: unknown;
}

const draftKeys = (): string[] => tabArea.keys().filter((key) => key.startsWith(PREFIX));

function readKept(key: string): Kept | null {
  try {
    const kept = JSON.parse(tabArea.getItem(key) ?? 'null') as Kept | null;
    if (!kept || typeof kept.at !== 'number') return null;
    const erasedAt = Number(browserArea.getItem(ERASED_KEY) ?? 0);
    if (kept.at > erasedAt && Date.now() - kept.at <= MAX_AGE_MS) return kept;
    tabArea.removeItem(key);
  } catch {
    // Invalid JSON: treated as empty.
  }
  return null;
}

/** Stores a value under a user's key, in this tab. */
export function saveDraftOf(owner: string, name: string, content: unknown): void {
  const kept: Kept = { at: Date.now(), content };
  tabArea.setItem(`${PREFIX}${owner}.${name}`, JSON.stringify(kept));
}

/** The value stored under a user's key, or null. */
export const readDraftOf = (owner: string, name: string): unknown =>
  readKept(`${PREFIX}${owner}.${name}`)?.content ?? null;

export function deleteDraftOf(owner: string, name: string): void {
  tabArea.removeItem(`${PREFIX}${owner}.${name}`);
}

/** Whether this tab has any draft, of any user. */
export const hasDrafts = (): boolean => draftKeys().some((key) => readKept(key) !== null);

/** Keeps this tab's drafts as they are now. @returns what puts those back that were forgotten meanwhile. */
export function holdDrafts(): () => void {
  const held = draftKeys().map((key) => [key, tabArea.getItem(key)] as const);
  return () => {
    for (const [key, kept] of held)
      if (kept !== null && tabArea.getItem(key) === null) tabArea.setItem(key, kept);
  };
}

/** Deletes this tab's drafts, except those of one user. */
export function eraseDrafts(exceptOf?: string): void {
  for (const key of draftKeys())
    if (exceptOf === undefined || !key.startsWith(`${PREFIX}${exceptOf}.`)) tabArea.removeItem(key);
}

/** Deletes the drafts in all tabs after an explicit sign-out. */
export function eraseDraftsEverywhere(): void {
  eraseDrafts();
  browserArea.setItem(ERASED_KEY, String(Date.now()));
}

/** Deletes expired drafts, and those that another tab's sign-out invalidated. */
export function watchDrafts(): void {
  hasDrafts();
  onSharedChange((key) => {
    if (key === ERASED_KEY) eraseDrafts();
  });
}
