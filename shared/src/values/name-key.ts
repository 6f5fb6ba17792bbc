/**
 * Normalises names for comparison: case, accents and spaces are ignored. The same as the database's private.name_key.
 */
export function nameKey(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
