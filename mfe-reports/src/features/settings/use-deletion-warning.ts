import { useState } from 'react';
import { KEPT, type KeptKey } from '@taller/shared/config/limits.ts';
import { previewRetention } from '@taller/shared/settings/preview-retention.ts';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.data;

const NONE: readonly string[] = [];

type Value = Readonly<Record<string, unknown>>;

/** One line for each kind of data that shorter retention periods delete; empty if they delete nothing now. */
async function deletionsOf(base: Value, value: Value): Promise<readonly string[]> {
  const shorter = (Object.keys(KEPT) as KeptKey[]).filter((key) => Number(value[key]) < Number(base[key]));
  if (shorter.length === 0) return [];
  const rows = await previewRetention(value);
  return shorter.flatMap((key) => {
    if (key === 'mail_days') return [texts.mails(Number(value[key]))];
    const count = rows[key] ?? 0;
    return count > 0 ? [texts.deletes[key](count)] : [];
  });
}

/**
 * Warns before section 'data' is saved with a period that makes the next cleaning delete something: the first press
 * shows what, the next one with the same value saves (CFG-44).
 */
export function useDeletionWarning(section: string) {
  const [warned, setWarned] = useState<{ for: string; lines: readonly string[] } | null>(null);

  /** Whether saving has to wait for another press. @throws DataError when it could not be counted. */
  const mustConfirm = async (base: Value, value: Value): Promise<boolean> => {
    const asked = JSON.stringify(value);
    if (section !== 'data' || warned?.for === asked) return false;
    const lines = await deletionsOf(base, value);
    setWarned(lines.length > 0 ? { for: asked, lines } : null);
    return lines.length > 0;
  };

  return { lines: warned?.lines ?? NONE, mustConfirm, clear: () => setWarned(null) };
}
