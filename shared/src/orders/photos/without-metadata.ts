/**
 * A JPEG without what says more than its picture: place, camera, comments. Some browsers write such segments even when
 * they encode a drawing, and check-photo refuses them.
 */
export function withoutMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    const end = at + 2 + view.getUint16(at + 2);
    const marker = bytes[at + 1] ?? 0;
    // JFIF says how to show the picture; the other applications' segments and comments do not.
    if (!(marker > 0xe0 && marker <= 0xef) && marker !== 0xfe) kept.push(bytes.subarray(at, end));
    at = end;
  }
  kept.push(bytes.subarray(at));
  const whole = new Uint8Array(kept.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of kept) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}
