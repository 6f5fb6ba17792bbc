import { webpParts, webpSides, type Sides } from '../settings/image-content.ts';

/** A photo's type and size, read from its header without decoding it. */
export interface PhotoContent {
  readonly width: number;
  readonly height: number;
}

/** Reasons why a file is refused: no photo, or a cut or moving one; too many pixels; data besides the picture. */
export type PhotoFault = 'not-photo' | 'too-large' | 'metadata';

interface Found {
  /** Each place that says a size: decoders differ in which they believe. */
  readonly sides: readonly Sides[];
  readonly hasMetadata: boolean;
}

const SCAN = 0xda;
const END = 0xd9;
/** Sizes stand in the markers of frames: C0 to CF without tables (C4), extensions (C8) and conditioning (CC). */
const FRAME = /^c[0-35-79abd-f]$/;
/** Tables of the picture: Huffman, arithmetic, quantization, lines, restarts. */
const TABLES = new Set([0xc4, 0xcc, 0xdb, 0xdc, 0xdd]);
/** Segments that say how to show the picture: JFIF, a colour profile, Adobe's colours. */
const OF_PICTURE: Readonly<Record<number, string>> = { 0xe0: 'JFIF', 0xe2: 'ICC_PROFILE', 0xee: 'Adobe' };

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** Whether a segment is a program's, or a comment. */
const isApplication = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

function isMetadata(bytes: Uint8Array, at: number, marker: number): boolean {
  if (!isApplication(marker)) return false;
  const name = OF_PICTURE[marker];
  return name === undefined || textAt(bytes, at, name.length) !== name;
}

/** The end of the picture's data: the position of the next marker that is not part of it. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1) {
    const next = bytes[at + 1] ?? END;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  return bytes.length;
}

/** The segments of a JPEG, which ends with the file: nothing is hidden behind it. */
function readJpeg(bytes: Uint8Array): Found | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sides: Sides[] = [];
  let hasMetadata = false;
  let hasScan = false;
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = view.getUint8(at + 1);
    const end = at + 2 + view.getUint16(at + 2);
    if (view.getUint8(at) !== 0xff || end < at + 4 || end > bytes.length) return null;
    if (FRAME.test(marker.toString(16))) {
      if (end < at + 9) return null;
      sides.push([view.getUint16(at + 7), view.getUint16(at + 5)]);
      // An end before the file's, or what decoders skip, would hide anything.
    } else if (marker !== SCAN && !TABLES.has(marker) && !isApplication(marker)) return null;
    hasMetadata ||= isMetadata(bytes, at + 4, marker);
    hasScan ||= marker === SCAN;
    at = marker === SCAN ? endOfScan(bytes, end) : end;
  }
  const isWhole = at + 2 === bytes.length && bytes[at] === 0xff && bytes[at + 1] === END && hasScan;
  return isWhole && sides.length === 1 ? { sides, hasMetadata } : null;
}

/** Parts of a WebP that are its picture. */
const WEBP_PICTURE = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP']);

/** Whether parts are one picture and what goes with it: a decoder skips the others, which could hide anything. */
function isOnePicture(names: readonly string[]): boolean {
  const shown = names.filter((name) => WEBP_PICTURE.has(name));
  const pictures = shown.filter((name) => name === 'VP8 ' || name === 'VP8L');
  if (pictures.length !== 1) return false;
  return shown.length === 1 || (shown[0] === 'VP8X' && new Set(shown).size === shown.length);
}

function readWebp(bytes: Uint8Array): Found | null {
  const parts = webpParts(bytes);
  if (!parts || !isOnePicture(parts.map(({ name }) => name))) return null;
  const sized = parts.filter(({ name }) => name.startsWith('VP8')).map(webpSides);
  const sides = sized.flatMap((found) => (found ? [found] : []));
  if (sides.length < sized.length) return null;
  return { sides, hasMetadata: parts.some(({ name }) => !WEBP_PICTURE.has(name)) };
}

/**
 * Size of a whole JPEG or WebP that says nothing but its picture.
 * @param longest the longest side allowed.
 */
export function readPhoto(bytes: Uint8Array, longest: number): PhotoContent | PhotoFault {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  const found = isJpeg ? readJpeg(bytes) : readWebp(bytes);
  const [first] = found?.sides ?? [];
  if (!found || !first || Math.min(...found.sides.flat()) < 1) return 'not-photo';
  if (Math.max(...found.sides.flat()) > longest) return 'too-large';
  if (found.hasMetadata) return 'metadata';
  return { width: first[0], height: first[1] };
}
