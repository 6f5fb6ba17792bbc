// The last choices of the palette (UI-08), by user, in this tab: addresses and order numbers, no names. The palette
// writes them, the shell deletes them when the session ends.
import { tabArea } from '#src/contract/storage.ts';

const PREFIX = 'taller.recent.';
const MOST_KEPT = 5;

/** Keys of the last choices, the newest first. */
export function recentChoices(owner: string): string[] {
  try {
    const kept: unknown = JSON.parse(tabArea.getItem(PREFIX + owner) ?? '[]');
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
  } catch {
    // Invalid JSON: treated as empty.
    return [];
  }
}

/** Puts a choice before the others. */
export function saveChoice(owner: string, key: string): void {
  const others = recentChoices(owner).filter((other) => other !== key);
  tabArea.setItem(PREFIX + owner, JSON.stringify([key, ...others].slice(0, MOST_KEPT)));
}

/** Deletes the choices of every user of this tab. */
export function deleteChoices(): void {
  for (const key of tabArea.keys()) if (key.startsWith(PREFIX)) tabArea.removeItem(key);
}
