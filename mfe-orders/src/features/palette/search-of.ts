import { plainMarks } from '@taller/shared/values/plain-marks.ts';

/** The search for orders (UI-07); null while the typed text says nothing: a letter, a zero. */
export function searchOf(typed: string): string | null {
  const text = plainMarks(typed).trim();
  return /\p{L}{2}|[1-9]/u.test(text) ? text : null;
}
