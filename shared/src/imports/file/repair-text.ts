/**
 * Repairs the most common encoding error of old exports: UTF-8 read as Windows-1252 (`JosÃ©`, `NÂ°`, `â€“`). Only
 * sequences that are exactly such bytes are changed, which occur in no Spanish or Portuguese word.
 */

/** Windows-1252's characters at 0x80 to 0x9F; elsewhere it equals Latin-1. Spaces are unassigned. */
const SPECIALS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const BYTE_OF = new Map(Array.from(SPECIALS, (char, index) => [char, 0x80 + index] as const));
BYTE_OF.delete(' ');

const CONTINUATION = `\\u0080-\\u00BF${[...BYTE_OF.keys()].join('')}`;
/** Accented letters and signs (`Ã±`, `Â°`), then dashes, quotes and the euro (`â€“`, `â‚¬`). */
const RUN = new RegExp(`(?:[ÂÃ][${CONTINUATION}]|â[€‚„][${CONTINUATION}])+`, 'g');

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function decodeRun(run: string): string {
  const bytes = Uint8Array.from(run, (char) => BYTE_OF.get(char) ?? char.charCodeAt(0));
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return run;
  }
}

/** The text with such sequences repaired; any other text is unchanged. */
export function repairText(text: string): string {
  return text.replace(RUN, decodeRun);
}
