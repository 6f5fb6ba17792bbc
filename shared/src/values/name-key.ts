/** Under which names are the same to people: case, accents and spaces apart. The database's private.name_key says the same. */
export function nameKey(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
