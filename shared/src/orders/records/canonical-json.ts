/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * A value as canonical JSON (RFC 8785): no spaces, keys in the order of their UTF-16 units, strings and numbers as
 * ECMAScript writes them. Equal values give equal texts, so that a hash of the text is one of the value.
 * @throws TypeError for numbers that JSON does not have and for halves of surrogate pairs.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is not JSON`);
  if (typeof value === 'string') return textOf(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${textOf(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

function textOf(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new TypeError('A text has half of a surrogate pair');
  return JSON.stringify(text);
}
