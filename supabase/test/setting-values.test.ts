/** The server validates a section's value, and the database stores it unchanged (CFG-22). */
import { FIRST_BOOKING_RULES } from '@taller/shared/config/neutral-facts.ts';
import { KEPT } from '@taller/shared/config/limits.ts';
import { SECTION_SCHEMAS, type SectionName } from '@taller/shared/settings/sections.ts';
import { z } from '@taller/shared/values/zod.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSection, SectionRefusal } from '../functions/_shared/settings/check-section.ts';
import { DEMO_SETTINGS } from '../seed/demo-settings.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const SECTIONS = Object.keys(SECTION_SCHEMAS) as SectionName[];

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
  'a\u0000b',
  'a\ud800b',
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

interface Mutation {
  readonly value: Json;
  /** A field more, or one less: refused wherever it is. */
  readonly isOtherShape: boolean;
}

/** A value with one position replaced by each wrong value, and objects with an additional or a missing property. */
function* mutations(value: Json): Generator<Mutation> {
  for (const wrong of WRONG) yield { value: wrong, isOtherShape: false };
  if (Array.isArray(value)) {
    for (const [at, part] of value.slice(0, 1).entries())
      for (const other of mutations(part)) yield { ...other, value: value.with(at, other.value) };
  } else if (typeof value === 'object' && value !== null) {
    yield { value: { ...value, otro: 1 }, isOtherShape: true };
    for (const [name, part] of Object.entries(value)) {
      const { [name]: _, ...rest } = value;
      yield { value: rest, isOtherShape: true };
      for (const other of mutations(part)) yield { ...other, value: { ...value, [name]: other.value } };
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
    // Off, as by default.
    messages: {
      ...DEMO_SETTINGS.messages,
      on_hold: { ...DEMO_SETTINGS.messages.on_hold, enabled: false },
      promise_changed: { ...DEMO_SETTINGS.messages.promise_changed, enabled: false },
      photos_sent: { ...DEMO_SETTINGS.messages.photos_sent, enabled: false },
      booking_confirmed: { ...DEMO_SETTINGS.messages.booking_confirmed, enabled: false },
      booking_moved: { ...DEMO_SETTINGS.messages.booking_moved, enabled: false },
      booking_cancelled: { ...DEMO_SETTINGS.messages.booking_cancelled, enabled: false },
    },
    look: { logo: { hash: 'a'.repeat(64), type: 'image/png', width: 10, height: 10 }, color: '#aa0000' },
    // One item in each list: every mutation is a copy of the whole section.
    desk: {
      ...DEMO_SETTINGS.desk,
      brands: firstOf(DEMO_SETTINGS.desk.brands),
      texts: firstOf(DEMO_SETTINGS.desk.texts),
      accessories: firstOf(DEMO_SETTINGS.desk.accessories),
      warranty: { ...DEMO_SETTINGS.desk.warranty, smartphone: 90 },
      // None, as by default.
      tills: [],
    },
    commission: {
      rules: [
        {
          from: '2026-12-01',
          base: 'labour',
          percent: 30,
          people: [{ id: '6f1c9f0e-0d0b-4a45-9a53-0c9c7f4d1a11', percent: 40 }],
        },
      ],
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
      booking: { ...FIRST_BOOKING_RULES, enabled: false },
    },
  }),
) as Record<SectionName, Json>;

/** The value as it is stored; null if it is refused. */
function taken(section: SectionName, value: unknown): Json {
  try {
    return checkSection(section, value) as Json;
  } catch (error) {
    if (error instanceof SectionRefusal) return null;
    throw error;
  }
}

test.each(SECTIONS)(
  'CFG-22 %s: invalid values at any place are refused, and valid ones are stored unchanged',
  async (section) => {
    const full = checkSection(section, FULL[section]) as Json;
    expect(full).toMatchObject(FULL[section] as object);
    for (const wrong of WRONG) expect(taken(section, wrong)).toBeNull();
    const all = [...mutations(full)].map((one) => ({ ...one, stored: taken(section, one.value) }));
    expect(all.length).toBeGreaterThan(50);
    // A field that has a default gets it.
    const shapes = all.filter(({ isOtherShape, stored }) => isOtherShape && stored !== null);
    expect(shapes.map(({ stored }) => stored)).toEqual(shapes.map(() => full));
    const stored = all.flatMap(({ stored }) => (stored === null ? [] : [stored]));
    // Taken again it is the same, and PostgreSQL knows each of its characters.
    expect(stored.map((value) => taken(section, value))).toEqual(stored);
    const [row] = await shop.sql<{ values: Json }[]>`select ${JSON.stringify(stored)}::text::jsonb as values`;
    expect(row?.values).toEqual(stored);
  },
);

test('CFG-22 the initial settings of a new shop and of the demo match their schema', async () => {
  const rows = await shop.sql<{ section: SectionName; value: Json; version: number }[]>`
    select section, value, version from public.setting_sections`;
  expect(rows.map(({ section }) => section).toSorted()).toEqual(SECTIONS.toSorted());
  for (const { section, value, version } of rows) {
    const parsed = z.parse(SECTION_SCHEMAS[section], value);
    // The server has put its own address into section 'data', and a test's messages wait for nothing (MSG-25).
    const versions: Partial<Record<SectionName, number>> = { data: 2, messages: 2 };
    expect([section, version]).toEqual([section, versions[section] ?? 1]);
    expect(parsed).toMatchObject(value as object);
    const demo = section === 'data' ? DATA : DEMO_SETTINGS[section];
    expect(z.parse(SECTION_SCHEMAS[section] as z.ZodMiniType, demo)).toMatchObject(demo);
  }
});
