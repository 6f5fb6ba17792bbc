/**
 * Undoes the commonest accident of old exports: UTF-8 that a program took for Windows-1252 before saving
 * it (`JosÃ©`, `NÂ°`, `â€“`). Only runs of characters that are exactly such bytes are touched, which no
 * Spanish or Portuguese word is.
 */

/** Windows-1252's characters at 0x80 to 0x9F; elsewhere it agrees with Unicode. Blanks are unassigned. */
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

/** The text with such runs put right; any other text comes back as it was. */
export function repairText(text: string): string {
  return text.replace(RUN, decodeRun);
}
