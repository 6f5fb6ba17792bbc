/** Texts that a button adds to a field and takes out again (CFG-62). */
import type { Stretch } from './canned-text.ts';

const ENDS = /[,;.\n]\s*$/;
const BEGINS = /^\s*(?:[,;.\n]|$)/;

/** The position of a text that stands by itself, between commas, full stops and line ends; null if it does not. */
function placeOf(value: string, text: string): Stretch | null {
  for (let start = value.indexOf(text); start >= 0; start = value.indexOf(text, start + 1)) {
    const end = start + text.length;
    const before = value.slice(0, start);
    if ((before.trim() === '' || ENDS.test(before)) && BEGINS.test(value.slice(end))) return { start, end };
  }
  return null;
}

export const hasText = (value: string, text: string): boolean => placeOf(value, text) !== null;

/** The field's value with the text added at its end, or without it and its separator if it has it. */
export function toggleText(value: string, text: string): string {
  const place = placeOf(value, text);
  if (place) {
    const before = value.slice(0, place.start);
    const after = value.slice(place.end);
    return before.trim() === ''
      ? before + after.replace(/^\s*[,;.]?[^\S\n]*/, '')
      : before.replace(/[,;]?[^\S\n]*$/, '') + after;
  }
  if (value.trim() === '') return text;
  const kept = value.trimEnd();
  if (value.endsWith('\n')) return value + text;
  return kept + (/[,;.:]$/.test(kept) ? ' ' : ', ') + text;
}
