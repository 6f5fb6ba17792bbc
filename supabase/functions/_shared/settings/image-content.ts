/** Type and size of an image, read in its content: a PNG or a WebP that is whole. Nothing else is an image here. */

export interface ImageSize {
  readonly type: 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PNG_HEADER = 13;

/** Four letters that name a part of the file. */
const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/** Parts of a PNG and of a WebP that move. */
const MOVING = new Set(['acTL', 'ANIM', 'ANMF']);

/** A named part of a file. */
export interface Part {
  readonly name: string;
  readonly content: DataView;
}

/** The parts of a file from a place to its very end, length and name before each. Null if one is cut, or moves. */
function partsOf(
  bytes: Uint8Array,
  from: number,
  step: (view: DataView, at: number) => { name: string; begin: number; size: number; end: number },
): Part[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Part[] = [];
  let at = from;
  while (at < bytes.length) {
    if (at + 8 > bytes.length) return null;
    const { name, begin, size, end } = step(view, at);
    if (end > bytes.length) return null;
    if (MOVING.has(name)) return null;
    parts.push({ name, content: new DataView(bytes.buffer, bytes.byteOffset + begin, size) });
    at = end;
  }
  return parts;
}

function readPng(bytes: Uint8Array): ImageSize | null {
  const parts = partsOf(bytes, PNG.length, (view, at) => {
    const size = view.getUint32(at);
    // Behind the content stands its checksum.
    return { name: nameAt(bytes, at + 4), begin: at + 8, size, end: at + 12 + size };
  });
  const header = parts?.[0];
  const isWhole =
    header?.name === 'IHDR' &&
    header.content.byteLength === PNG_HEADER &&
    parts?.some(({ name }) => name === 'IDAT') &&
    parts.findIndex(({ name }) => name === 'IEND') === parts.length - 1;
  if (!header || !isWhole) return null;
  return { type: 'image/png', width: header.content.getUint32(0), height: header.content.getUint32(4) };
}

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00;

export type Sides = readonly [width: number, height: number];

/** Width and height as a part of a WebP says them: of a lossy, a lossless or an extended one. */
export function webpSides({ name, content }: Part): Sides | null {
  if (name === 'VP8 ' && content.byteLength >= 10 && content.getUint32(2) % 0x1_00_00_00 === 0x9d_01_2a)
    return [content.getUint16(6, true) & 0x3f_ff, content.getUint16(8, true) & 0x3f_ff];
  if (name === 'VP8L' && content.byteLength >= 5 && content.getUint8(0) === 0x2f) {
    const bits = content.getUint32(1, true);
    return [(bits & 0x3f_ff) + 1, ((bits >> 14) & 0x3f_ff) + 1];
  }
  if (name === 'VP8X' && content.byteLength === 10) return [uint24(content, 4) + 1, uint24(content, 7) + 1];
  return null;
}

/** The parts of a whole WebP that does not move; null for anything else. */
export function webpParts(bytes: Uint8Array): Part[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || nameAt(bytes, 0) !== 'RIFF' || nameAt(bytes, 8) !== 'WEBP') return null;
  if (view.getUint32(4, true) + 8 !== bytes.length) return null;
  return partsOf(bytes, 12, (of, at) => {
    const size = of.getUint32(at + 4, true);
    return { name: nameAt(bytes, at), begin: at + 8, size, end: at + 8 + size + (size % 2) };
  });
}

function readWebp(bytes: Uint8Array): ImageSize | null {
  const parts = webpParts(bytes);
  const [first] = parts ?? [];
  const isStill = parts?.some(({ name }) => name === 'VP8 ' || name === 'VP8L');
  const sides = first && isStill ? webpSides(first) : null;
  return sides && { type: 'image/webp', width: sides[0], height: sides[1] };
}

/** Type and size of a whole PNG or WebP that does not move; null for anything else. */
export function readImageContent(bytes: Uint8Array): ImageSize | null {
  const isPng = PNG.every((byte, at) => bytes[at] === byte);
  const image = isPng ? readPng(bytes) : readWebp(bytes);
  return image && image.width > 0 && image.height > 0 ? image : null;
}
