/** The key by which a row is recognised, so that nothing is imported twice. */

const UNIT = '\u001F';

function toHex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** SHA-256 in hexadecimal. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', bytes));
}

/**
 * The content of a row, independent of encoding, separator, line and surrounding whitespace: its cells, trimmed,
 * without trailing empty cells.
 */
export function rowFingerprint(cells: readonly string[]): string {
  const texts = cells.map((cell) => cell.trim().normalize('NFC'));
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1).join(UNIT);
}

/**
 * The key of a row: 128 bits of SHA-256 over its fingerprint and the number of equal rows before it in the file, since
 * two devices of one customer on one day may look the same.
 */
export async function rowKey(fingerprint: string, occurrence: number): Promise<string> {
  const text = occurrence === 0 ? fingerprint : `${fingerprint}${UNIT}${UNIT}${occurrence}`;
  return (await sha256(new TextEncoder().encode(text))).slice(0, 32);
}

/** The key of a whole table: all of its rows, in order. */
export async function contentKey(rows: readonly { readonly cells: readonly string[] }[]): Promise<string> {
  return rowKey(rows.map(({ cells }) => rowFingerprint(cells)).join('\u001E'), 0);
}
