/** What an account's metadata may take: name, RUT and phone are some hundred bytes, and every answer repeats them. */
export const METADATA_BYTES = 10_000;

/** Whether metadata alone is more than that. */
export function isLargeMetadata(data: unknown): boolean {
  try {
    return data !== undefined && Buffer.byteLength(JSON.stringify(data)) > METADATA_BYTES;
  } catch {
    // Nested too deep to be written out.
    return true;
  }
}
