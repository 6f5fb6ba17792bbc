// Where drafts are kept, as the shell and every remote must agree: this tab's storage, by person. Forms write, the
// session erases.

/** What was typed is about today; an older draft is somebody's data lying about. */
const MAX_AGE_MS = 12 * 3_600_000;
const PREFIX = 'taller.draft.';
/** When somebody last signed out on purpose, for the tabs that were asleep then. */
const ERASED_KEY = 'taller.drafts-erased';

interface Kept {
  at: number;
  content: unknown;
}

function draftKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

function readKept(key: string): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
    if (!kept || typeof kept.at !== 'number') return null;
    const erasedAt = Number(localStorage.getItem(ERASED_KEY) ?? 0);
    if (kept.at > erasedAt && Date.now() - kept.at <= MAX_AGE_MS) return kept;
    sessionStorage.removeItem(key);
  } catch {
    // Broken or forbidden: nothing is kept.
  }
  return null;
}

/** Keeps something under a person's key, in this tab. */
export function keepFor(owner: string, name: string, content: unknown): void {
  try {
    const kept: Kept = { at: Date.now(), content };
    sessionStorage.setItem(`${PREFIX}${owner}.${name}`, JSON.stringify(kept));
  } catch {
    // A full or forbidden storage costs the draft, not the form.
  }
}

/** What was kept under a person's key, or null. */
export const readFor = (owner: string, name: string): unknown =>
  readKept(`${PREFIX}${owner}.${name}`)?.content ?? null;

export function forgetFor(owner: string, name: string): void {
  try {
    sessionStorage.removeItem(`${PREFIX}${owner}.${name}`);
  } catch {
    // Nothing was kept either.
  }
}

/** Whether anything is kept in this tab, whoever's it is. */
export const hasDrafts = (): boolean => draftKeys().some((key) => readKept(key) !== null);

/** Erases this tab's drafts, but for those of one person. */
export function eraseDrafts(exceptOf?: string): void {
  for (const key of draftKeys())
    if (exceptOf === undefined || !key.startsWith(`${PREFIX}${exceptOf}.`)) sessionStorage.removeItem(key);
}

/** Erases the drafts here and in every other tab: somebody signed out on purpose. */
export function eraseDraftsEverywhere(): void {
  eraseDrafts();
  try {
    localStorage.setItem(ERASED_KEY, String(Date.now()));
  } catch {
    // Without a storage the other tabs have no drafts either.
  }
}

/** Erases what is too old, and follows the other tabs when they erase. */
export function watchDrafts(): void {
  hasDrafts();
  addEventListener('storage', (event) => {
    if (event.key === ERASED_KEY) eraseDrafts();
  });
}
