import * as fc from 'fast-check';
import type { Shop } from '../support/shop.ts';

/** Ids of the shop's rows, as visible in URLs. */
export async function knownIds(shop: Shop): Promise<string[]> {
  const rows = await shop.sql<{ id: string }[]>`
    select id::text from public.service_orders union all select id::text from public.profiles
    union all select id::text from public.inventory union all select id::text from public.whatsapp_messages`;
  return rows.map(({ id }) => id);
}

/** Texts that have broken parsers, casts and logs in other software. */
const ODD = [
  '',
  ' ',
  '0',
  '-1',
  '1',
  '1e400',
  '2147483647',
  '2147483648',
  '9223372036854775808',
  'NaN',
  'null',
  'true',
  'infinity',
  '2026-13-45',
  '2026-11-01T00:00:00Z',
  '{}',
  '{1,2',
  '[]',
  '(1,2)',
  '"',
  "'",
  "';select 1--",
  '\\',
  '%',
  '%00',
  '\u0000',
  '\u{1F4F1}',
  '*',
  'a.b.c',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '7654321-6',
  '+56 9 1234 5678',
  'admin',
  'delivered',
  'x'.repeat(5_000),
];

/** A value as text: unusual, known to the shop, or random. */
export const anyText = (ids: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ODD) },
    { weight: 2, arbitrary: fc.constantFrom(...ids, crypto.randomUUID()) },
    { weight: 1, arbitrary: fc.string({ maxLength: 40, unit: 'binary' }) },
    { weight: 1, arbitrary: fc.integer().map(String) },
  );

/** A JSON value, flat or nested. */
export const anyJson = (ids: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary: anyText(ids) },
    { weight: 2, arbitrary: fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null)) },
    { weight: 1, arbitrary: fc.array(fc.record({ row: fc.nat(), key: anyText(ids) }), { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  );

/**
 * An object with exactly these properties, as in a well-formed call, or with some of them and occasionally another one.
 */
export function objectOf(
  names: readonly string[],
  ids: readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  const name =
    names.length > 0 ? fc.constantFrom(...names, 'otra', '__proto__') : fc.constantFrom('otra', '');
  return fc.oneof(
    fc.record(Object.fromEntries(names.map((each) => [each, anyJson(ids)]))),
    fc.dictionary(name, anyJson(ids), { maxKeys: Math.max(2, names.length) }),
  );
}
