/** The database validates settings with the same schemas as the interface (CFG-22). */
import { KEPT } from '@taller/shared/config/limits.ts';
import { SECTION_SCHEMAS, type SectionName } from '@taller/shared/settings/sections.ts';
import { z } from '@taller/shared/values/zod.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_SETTINGS } from '../seed/demo-settings.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const SECTIONS = Object.keys(SECTION_SCHEMAS) as SectionName[];

/** JSON Schema keywords that `private.shape_fault` implements; `format` is accompanied by a pattern. */
const KNOWN = [
  'additionalProperties',
  'allOf',
  'anyOf',
  'enum',
  'format',
  'items',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'pattern',
  'properties',
  'required',
  'type',
];

const shapeOf = (section: SectionName): Json => {
  const { $schema: _, ...shape } = z.toJSONSchema(SECTION_SCHEMAS[section]);
  return JSON.parse(JSON.stringify(shape)) as Json;
};

/** All keywords of a schema, without property names. */
function wordsOf(shape: Json): string[] {
  if (Array.isArray(shape)) return shape.flatMap(wordsOf);
  if (typeof shape !== 'object' || shape === null) return [];
  return Object.entries(shape).flatMap(([word, part]) => [
    word,
    ...(word === 'properties' ? Object.values(part as object).flatMap(wordsOf) : wordsOf(part)),
  ]);
}

/** Values of other types and sizes, and texts that schemas often accept by mistake. */
const WRONG: readonly Json[] = [
  null,
  true,
  12.5,
  -1,
  1e12,
  '',
  ' ',
  'x'.repeat(5000),
  'una\nlínea',
  '\u0001',
  'javascript:alert(1)',
  'https://a.cl/<script>',
  'HTTPS://a.cl',
  '//a.cl',
  '2026-02-30',
  '24:00',
  'hola',
  [],
  [[]],
  Array.from({ length: 100 }, () => 'x'),
  {},
  { otro: 1 },
];

/** A value with one position replaced by each wrong value, and objects with an additional or a missing property. */
function* mutations(value: Json): Generator<Json> {
  yield* WRONG;
  if (Array.isArray(value)) {
    for (const [at, part] of value.slice(0, 1).entries())
      for (const other of mutations(part)) yield value.with(at, other);
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, otro: 1 };
    for (const [name, part] of Object.entries(value)) {
      const { [name]: _, ...rest } = value;
      yield rest;
      for (const other of mutations(part)) yield { ...value, [name]: other };
    }
  }
}

/** The installation's section, which the demo leaves as it is. */
const DATA = {
  site_url: 'https://taller.cl',
  staff_idle_minutes: 30,
  ...Object.fromEntries(Object.entries(KEPT).map(([key, { initial }]) => [key, initial])),
};

/** Lists, each with its first item only. */
const firstOf = (lists: Readonly<Record<string, readonly unknown[]>>) =>
  Object.fromEntries(Object.entries(lists).map(([name, items]) => [name, items.slice(0, 1)]));

/** The demo's values with an item in every list, and a value for every nullable field. */
const FULL: Readonly<Record<SectionName, Json>> = JSON.parse(
  JSON.stringify({
    ...DEMO_SETTINGS,
    data: DATA,
    look: { logo: { hash: 'a'.repeat(64), type: 'image/png', width: 10, height: 10 }, color: '#aa0000' },
    // One item in each list: every mutation is a copy of the whole section.
    desk: {
      ...DEMO_SETTINGS.desk,
      brands: firstOf(DEMO_SETTINGS.desk.brands),
      texts: firstOf(DEMO_SETTINGS.desk.texts),
      accessories: firstOf(DEMO_SETTINGS.desk.accessories),
      warranty: { ...DEMO_SETTINGS.desk.warranty, smartphone: 90 },
    },
    hours: {
      ...DEMO_SETTINGS.hours,
      week: DEMO_SETTINGS.hours.week.toReversed(),
      specialDays: [
        {
          from: '2026-12-24',
          to: '2026-12-25',
          hours: [{ open: '10:00', close: '14:00' }],
          reason: 'Navidad',
        },
      ],
    },
  }),
) as Record<SectionName, Json>;

const refusedAmong = async (section: SectionName, values: readonly Json[]): Promise<boolean[]> => {
  const rows = await shop.sql<{ refused: boolean }[]>`
    select private.shape_fault(k.shape, v.value, k.section) is not null as refused
    from jsonb_array_elements(${JSON.stringify(values)}::text::jsonb) with ordinality as v (value, at),
      private.setting_shapes k where k.section = ${section} order by v.at`;
  return rows.map(({ refused }) => refused);
};

test('CFG-22 each section has its schema in shared and its shape in the database, and they are the same', async () => {
  const rows = await shop.sql<{ section: SectionName; shape: Json }[]>`
    select section, shape from private.setting_shapes`;
  expect(Object.fromEntries(rows.map(({ section, shape }) => [section, shape]))).toEqual(
    Object.fromEntries(SECTIONS.map((section) => [section, shapeOf(section)])),
  );
  const words = new Set(SECTIONS.flatMap((section) => wordsOf(shapeOf(section))));
  expect([...words].filter((word) => !KNOWN.includes(word))).toEqual([]);
});

test.each(SECTIONS)(
  'CFG-22 %s: the database refuses what the schema refuses, place by place',
  async (section) => {
    const schema: z.ZodMiniType = SECTION_SCHEMAS[section];
    const values = [FULL[section], ...mutations(FULL[section])];
    expect(values.length).toBeGreaterThan(20);
    const refused = await refusedAmong(section, values);
    expect(refused[0]).toBe(false);
    const faults = values.filter((value, at) => {
      const { success, data } = z.safeParse(schema, value);
      // What the schema only normalises (surrounding whitespace) reaches the database normalised.
      const tidied = success && JSON.stringify(data) !== JSON.stringify(value);
      return !tidied && success === refused[at];
    });
    expect(faults.map((value) => JSON.stringify(value).slice(0, 300))).toEqual([]);
  },
);

test('CFG-22 what a new shop begins with is of its schema, and so is the demo’s', async () => {
  const rows = await shop.sql<{ section: SectionName; value: Json; version: number }[]>`
    select section, value, version from public.setting_sections`;
  expect(rows.map(({ section }) => section).toSorted()).toEqual(SECTIONS.toSorted());
  for (const { section, value, version } of rows) {
    const parsed = z.parse(SECTION_SCHEMAS[section], value);
    // The server has put its own address into section 'data', and a test's messages wait for nothing (MSG-25).
    const versions: Partial<Record<SectionName, number>> = { data: 2, messages: 2 };
    expect([section, version, parsed]).toEqual([section, versions[section] ?? 1, value]);
    const demo = section === 'data' ? DATA : DEMO_SETTINGS[section];
    expect(z.parse(SECTION_SCHEMAS[section] as z.ZodMiniType, demo)).toEqual(demo);
  }
});
