const SIGNATURES: readonly (readonly [type: string, offset: number, bytes: string])[] = [
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/webp', 8, 'WEBP'],
];

/** The type of a file by its content, whatever its name or its sender say. */
export function contentType(content: Uint8Array): string {
  const head = Buffer.from(content.subarray(0, 16)).toString('latin1');
  const found = SIGNATURES.find(([, offset, bytes]) => head.startsWith(bytes, offset));
  return found?.[0] ?? 'application/octet-stream';
}
