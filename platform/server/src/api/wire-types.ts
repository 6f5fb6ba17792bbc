import type postgres from 'postgres';

/** `2026-11-21 01:05:09.5+00` (PostgreSQL) to `2026-11-21T01:05:09.5+00:00` (PostgREST). */
export function isoTimestamptz(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/** JSON numbers, as PostgREST returns them; values a double cannot represent (NaN) stay text. */
function jsonNumber(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

// @supabase/lite passes already encoded JSON to the driver; encoded twice, an object would be stored as a string.
const jsonText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const asText = (value: unknown): string => String(value);

/** How the driver parses and serialises the types on which @supabase/lite differs from PostgREST. */
export const WIRE_TYPES: Record<string, postgres.PostgresType> = {
  json: { to: 114, from: [114], serialize: jsonText, parse: (text: string): unknown => JSON.parse(text) },
  jsonb: { to: 3802, from: [3802], serialize: jsonText, parse: (text: string): unknown => JSON.parse(text) },
  numeric: { to: 1700, from: [1700], serialize: asText, parse: jsonNumber },
  timestamp: { to: 1114, from: [1114], serialize: asText, parse: (text: string) => text.replace(' ', 'T') },
  timestamptz: { to: 1184, from: [1184], serialize: asText, parse: isoTimestamptz },
};
