// Where drafts are kept, as the shell and every remote must agree: this tab's storage, by person. Forms write, the
// session erases.
import { browserArea, onSharedChange, tabArea } from '#src/contract/storage.ts';

/** What was typed is about today; an older draft is somebody's data lying about. */
const MAX_AGE_MS = 12 * 3_600_000;
const PREFIX = 'taller.draft.';
/** When somebody last signed out on purpose, for the tabs that were asleep then. */
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
    // Broken: nothing is kept.
  }
  return null;
}

/** Keeps something under a person's key, in this tab. */
export function keepFor(owner: string, name: string, content: unknown): void {
  const kept: Kept = { at: Date.now(), content };
  tabArea.setItem(`${PREFIX}${owner}.${name}`, JSON.stringify(kept));
}

/** What was kept under a person's key, or null. */
export const readFor = (owner: string, name: string): unknown =>
  readKept(`${PREFIX}${owner}.${name}`)?.content ?? null;

export function forgetFor(owner: string, name: string): void {
  tabArea.removeItem(`${PREFIX}${owner}.${name}`);
}

/** Whether anything is kept in this tab, whoever's it is. */
export const hasDrafts = (): boolean => draftKeys().some((key) => readKept(key) !== null);

/** Erases this tab's drafts, but for those of one person. */
export function eraseDrafts(exceptOf?: string): void {
  for (const key of draftKeys())
    if (exceptOf === undefined || !key.startsWith(`${PREFIX}${exceptOf}.`)) tabArea.removeItem(key);
}

/** Erases the drafts here and in every other tab: somebody signed out on purpose. */
export function eraseDraftsEverywhere(): void {
  eraseDrafts();
  browserArea.setItem(ERASED_KEY, String(Date.now()));
}

/** Erases what is too old, and follows the other tabs when they erase. */
export function watchDrafts(): void {
  hasDrafts();
  onSharedChange((key) => {
    if (key === ERASED_KEY) eraseDrafts();
  });
}
