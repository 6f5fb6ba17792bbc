/** Decodes a file, whatever encoding Excel or an old system used. */

import { decodeCodePage850, isCodePage850 } from './code-page-850.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'cp850';

export const ENCODING_LABELS: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252',
  cp850: 'DOS (página de códigos 850)',
};

/** How many bytes are examined if there is no byte order mark and the file is not UTF-8. */
const SAMPLE_BYTES = 4096;

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Share of zero bytes at even and at odd offsets: in UTF-16 western text one of them is almost all zero. */
function zeroShares(bytes: Uint8Array): { even: number; odd: number } {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const pairs = Math.max(1, sample.length / 2);
  return { even: (zeros[0] ?? 0) / pairs, odd: (zeros[1] ?? 0) / pairs };
}

/**
 * Detects the encoding: by the byte order mark, else UTF-16 by its zero bytes, else UTF-8 if the whole file is valid,
 * else code page 850 if that makes more Spanish of it, else Windows-1252, which is Excel's plain "CSV" in Chile.
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return 'utf-8';
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be';
  const { even, odd } = zeroShares(bytes);
  if (odd > 0.5 && even < 0.1) return 'utf-16le';
  if (even > 0.5 && odd < 0.1) return 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  return isCodePage850(bytes) ? 'cp850' : 'windows-1252';
}

/** Whether a file is binary: an .xlsx (a ZIP), an .xls, a PDF, an image. */
export function isBinary(bytes: Uint8Array): boolean {
  const marks = [
    [0x50, 0x4b, 0x03, 0x04],
    [0xd0, 0xcf, 0x11, 0xe0],
    [0x25, 0x50, 0x44, 0x46],
    [0x89, 0x50, 0x4e, 0x47],
    [0xff, 0xd8, 0xff],
  ];
  return marks.some((mark) => startsWith(bytes, mark));
}

/** The text of a file without its byte order mark. `encoding` overrides the detection. */
export function decodeFile(
  bytes: Uint8Array,
  encoding: Encoding = detectEncoding(bytes),
): { readonly text: string; readonly encoding: Encoding } {
  const text = encoding === 'cp850' ? decodeCodePage850(bytes) : new TextDecoder(encoding).decode(bytes);
  return { text, encoding };
}
