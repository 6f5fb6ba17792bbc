import { stretchesOf, tellsHours } from '@taller/shared/config/opening-hours.ts';
import type { HoursSection } from '@taller/shared/config/shop-facts.ts';
import { fromLocalInput } from '@taller/shared/values/dates.ts';
import { promiseTexts as texts } from './texts.ts';

/**
 * A warning about a promised moment, `2026-12-03T17:00`, that has passed or at which the shop is closed; null for any
 * other. Whoever promises decides.
 */
export function promiseDoubt(promised: string, hours: HoursSection, now: Date): string | null {
  const at = fromLocalInput(promised);
  if (!at) return null;
  if (at <= now) return texts.past;
  const day = promised.slice(0, 10);
  const time = promised.slice(11, 16);
  const isOpen = stretchesOf(hours, day).some(({ open, close }) => open <= time && time <= close);
  return tellsHours(hours) && !isOpen ? texts.closed : null;
}
