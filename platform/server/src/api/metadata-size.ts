/**
 * Maximum size of an account's metadata: name, RUT and phone take about a hundred bytes, and every response repeats
 * them.
 */
export const METADATA_BYTES = 10_000;

/** Whether the metadata exceeds the limit. */
export function isLargeMetadata(data: unknown): boolean {
  try {
    return data !== undefined && Buffer.byteLength(JSON.stringify(data)) > METADATA_BYTES;
  } catch {
    // Too deeply nested to be serialised.
    return true;
  }
}
