import { isLate, PART_REASON, type OpenWait } from '@taller/shared/orders/waits/order-wait.ts';
import { formatShortDay } from '@taller/shared/values/dates.ts';
import { waitTexts } from './texts.ts';

/** 'Repuesto' within a sentence; 'LCD' stays as it is. */
const inSentence = (label: string) =>
  /^\p{Lu}[\p{Lu}\d]/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

interface WaitWords {
  /** 'Espera repuesto' */
  what: string;
  /** 'llega cerca del 3 dic'; '' if nobody knows. */
  when: string;
  /** The same in a row: 'Para el 3 dic'. */
  until: string;
  /** Whether that day has passed. */
  late: boolean;
}

/** An open wait in words (TIME-08). `today` as `yyyy-mm-dd`. */
export function waitWords(wait: OpenWait, today: string): WaitWords {
  const { label, reason, expected_on: day } = wait;
  const late = isLate(wait, today);
  const what = waitTexts.waitsFor(inSentence(label));
  if (day === null) return { what, when: '', until: '', late };
  const shown = formatShortDay(day, today);
  return {
    what,
    when: (late ? waitTexts.late : waitTexts.expected)(reason, shown),
    until: (late ? waitTexts.lateSince : waitTexts.until)(shown),
    late,
  };
}

/** 'Espera repuesto · llega cerca del 3 dic' */
export const joinWords = ({ what, when }: WaitWords): string => (when === '' ? what : `${what} · ${when}`);

/** The same for a row, whose end may be cut off: the day comes first. */
export const rowWords = ({ what, until }: WaitWords): string => (until === '' ? what : `${until} · ${what}`);

/** The button that ends a wait. */
export const endWaitLabel = (wait: OpenWait | null): string =>
  wait?.reason === PART_REASON ? waitTexts.partArrived : waitTexts.ended;
