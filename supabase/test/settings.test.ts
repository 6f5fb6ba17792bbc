/** Saving, undoing and reading settings through the API, with every role (CFG-20 to CFG-26). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEMO_SETTINGS } from '../seed/demo-settings.ts';
import { saveSection as save, undoChange as undo } from './support/settings-calls.ts';
import { openShop, type Shop } from './support/shop.ts';
import { changesOf, renewSettings, storedSection } from './support/stored-settings.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** Every test starts with a new shop's settings. */
beforeEach(() => renewSettings(shop));

type Client = Shop['anon'];

const admin = (): Client => shop.people.admin.client;

const stored = (section: string) => storedSection(shop, section);
const history = (section: string) => changesOf(shop, section);

const facts = async (client: Client = shop.anon) => {
  const { data, error } = await client.rpc('shop_facts');
  expect(error).toBeNull();
  return data as unknown as { revision: string; facts: Record<string, unknown> };
};

test('CFG-20 an admin saves a section: everybody reads it, the revision is another one, the history says who', async () => {
  const before = await facts();
  const { data, error } = await save(admin(), 'shop', DEMO_SETTINGS.shop, 1);
  expect(error).toBeNull();
  expect(data).toMatchObject({
    saved: true,
    section: 'shop',
    value: DEMO_SETTINGS.shop,
    version: 2,
    changed_by_name: shop.people.admin.fullName,
  });
  const after = await facts(shop.people.customer.client);
  expect(after.facts.shop).toEqual(DEMO_SETTINGS.shop);
  expect(after.revision).not.toBe(before.revision);
  expect(after.revision).toMatch(/^[0-9a-f]{16}$/);
  expect(await history('shop')).toMatchObject([
    { version: 2, changed_by: shop.people.admin.id, changed_by_name: shop.people.admin.fullName },
    { version: 1, changed_by: null, changed_by_name: null },
  ]);
  await save(admin(), 'shop', before.facts.shop, 2);
  expect((await facts()).revision).toBe(before.revision);
});

test('CFG-20 the public facts have every section of the pages, the terms with their version, and nothing of who changed them', async () => {
  await save(admin(), 'terms', { items: ['Una'] }, 1);
  const { facts: all } = await facts();
  expect(Object.keys(all).toSorted()).toEqual(['hours', 'landing', 'look', 'services', 'shop', 'terms']);
  expect(all.terms).toEqual({ items: ['Una'], version: 2 });
  expect(JSON.stringify(all)).not.toContain(shop.people.admin.fullName);
});

test('CFG-24 a request sent twice, at once or later, is one change; with other values it is refused with the earlier result', async () => {
  const request = randomUUID();
  const press = () => save(admin(), 'terms', { items: ['Una'] }, 1, request);
  const answers = [...(await Promise.all([press(), press(), press()])), await press()];
  for (const { data, error } of answers) {
    expect(error).toBeNull();
    expect(data).toMatchObject({ saved: true, version: 2, value: { items: ['Una'] } });
  }
  expect(await history('terms')).toHaveLength(2);
  const other = await save(admin(), 'terms', { items: ['Dos'] }, 1, request);
  expect(other.error?.code).toBe('PT409');
  expect(other.error?.message).toContain('los ajustes quedaron guardados');
});

test('CFG-25 one of two admins who save at once gets the other’s values, and nothing is overwritten', async () => {
  const second = await shop.addPerson('admin');
  const request = randomUUID();
  const values = [{ items: ['Del primero'] }, { items: ['Del segundo'] }] as const;
  const answers = await Promise.all([
    save(admin(), 'terms', values[0], 1),
    save(second.client, 'terms', values[1], 1, request),
  ]);
  const rows = answers.map(({ data }) => data);
  const won = rows.findIndex((row) => row?.saved);
  expect(rows.filter((row) => row?.saved)).toHaveLength(1);
  expect(rows[1 - won]).toMatchObject({ saved: false, version: 2, value: values[won] });
  expect(await stored('terms')).toEqual({ value: values[won], version: 2 });
  // The rejected submit was not recorded: the form continues with the same id and the version it was told.
  const solved = await save(
    second.client,
    'terms',
    { items: ['De ambos'] },
    2,
    won === 1 ? randomUUID() : request,
  );
  expect(solved.data).toMatchObject({ saved: true, version: 3 });
});

test('CFG-25 two admins who saved the same are in no conflict, and it is one change', async () => {
  const second = await shop.addPerson('admin');
  await save(admin(), 'terms', { items: ['Una'] }, 1);
  const { data } = await save(second.client, 'terms', { items: ['Una'] }, 1);
  expect(data).toMatchObject({ saved: true, version: 2 });
  expect(await history('terms')).toHaveLength(2);
});

const week = (stretches: unknown) => ({ ...DEMO_SETTINGS.hours, week: [[], stretches, [], [], [], [], []] });
const special = (...days: unknown[]) => ({ ...DEMO_SETTINGS.hours, specialDays: days });
const day = (from: string, to: string) => ({ from, to, hours: [], reason: 'Vacaciones' });
const [group] = DEMO_SETTINGS.services.groups;
const [service] = group?.services ?? [];

test.each<[what: string, section: string, value: unknown, says: RegExp]>([
  [
    'hours that overlap',
    'hours',
    week([
      { open: '09:00', close: '14:00' },
      { open: '13:30', close: '18:00' },
    ]),
    /hours\.week\.1\.1\.open.*Este tramo comienza antes de que termine el anterior\./,
  ],
  [
    'hours that end before they begin',
    'hours',
    week([{ open: '19:00', close: '09:00' }]),
    /hours\.week\.1\.0\.close.*Debe cerrar después de abrir\./,
  ],
  [
    'a time that is none',
    'hours',
    week([{ open: '09:00', close: '25:00' }]),
    /hours\.week\.1\.0\.close.*09:30/,
  ],
  ['six days', 'hours', { ...DEMO_SETTINGS.hours, week: [[], [], [], [], [], []] }, /hours\.week/],
  [
    'special days that end before they begin',
    'hours',
    special(day('2026-12-31', '2026-12-24')),
    /hours\.specialDays\.0\.to.*no puede ser anterior/,
  ],
  [
    'special days that meet',
    'hours',
    special(day('2026-12-24', '2026-12-28'), day('2026-12-28', '2026-12-30')),
    /hours\.specialDays\.1\.from.*se cruzan/,
  ],
  ['a javascript: link', 'shop', { ...DEMO_SETTINGS.shop, mapUrl: 'javascript:alert(1)' }, /shop\.mapUrl/],
  [
    'a javascript: link of a network',
    'shop',
    { ...DEMO_SETTINGS.shop, socialLinks: [{ name: 'X', href: ' javascript:alert(1)' }] },
    /shop\.socialLinks\.0\.href/,
  ],
  ['a data: link', 'shop', { ...DEMO_SETTINGS.shop, website: 'data:text/html,hola' }, /shop\.website/],
  ['a number for a text', 'shop', { ...DEMO_SETTINGS.shop, name: 7 }, /shop\.name/],
  ['no name', 'shop', { ...DEMO_SETTINGS.shop, name: '   ' }, /shop\.name/],
  ['a field more', 'shop', { ...DEMO_SETTINGS.shop, otro: 1 }, /shop\.otro/],
  ['a field less', 'terms', {}, /terms\.items/],
  ['no object', 'terms', 7, /terms/],
  ['a list', 'terms', [], /terms/],
  ['a text that is too long', 'terms', { items: ['x'.repeat(200_000)] }, /terms\.items\.0.*hasta 600/],
  [
    'a service twice',
    'services',
    { groups: [{ ...group, services: [service, service] }] },
    /services\.groups\.0\.services\.1\.name.*Ya hay otro con este nombre\./,
  ],
  [
    'a price to below its price from',
    'services',
    { groups: [{ ...group, services: [{ ...service, priceFrom: 20_000, priceTo: 10_000 }] }] },
    /«hasta»/,
  ],
  ['a colour that is none', 'look', { logo: null, color: 'red;}' }, /look\.color/],
])('CFG-22 %s is refused in Spanish and nothing changes', async (_, section, value, says) => {
  const { error, data, status } = await save(admin(), section, value, 1);
  expect(data).toBeNull();
  expect([status, error?.code]).toEqual([400, '23514']);
  expect(error?.message).toMatch(says);
  expect((await stored(section)).version).toBe(1);
});

test('CFG-22 a section that does not exist, none, and no value are refused', async () => {
  expect((await save(admin(), 'secreta', {}, 1)).error?.code).toBe('22023');
  expect((await save(admin(), null as never, {}, 1)).error?.code).toBe('22023');
  expect((await save(admin(), 'terms', null, 1)).error?.code).toMatch(/^(?:22023|23514)$/);
});

test('CFG-22 half a character, a NUL and megabytes of nesting are refused without an internal failure', async () => {
  const headers = {
    apikey: shop.publishableKey,
    authorization: `Bearer ${(await admin().auth.getSession()).data.session?.access_token ?? ''}`,
    'content-type': 'application/json',
  };
  const send = async (value: string) => {
    const body = `{"requestId":"${randomUUID()}","section":"terms","version":1,"value":${value}}`;
    return (await fetch(`${shop.url}/functions/v1/save-settings`, { method: 'POST', headers, body })).status;
  };
  const statuses = [
    await send(String.raw`{"items":["\ud800"]}`),
    await send(String.raw`{"items":["\u0000"]}`),
    await send(`${'['.repeat(2000)}${']'.repeat(2000)}`),
    await send(`{"items":["${'x'.repeat(3_000_000)}"]}`),
  ];
  const { value, version } = await stored('terms');
  for (const status of statuses) expect([400, 413]).toContain(status);
  expect([version, value]).toEqual([1, expect.anything()]);
});

test('CFG-22 each fault is reported for its field, and surrounding blanks are removed', async () => {
  const shopSection = { ...DEMO_SETTINGS.shop, name: '', email: 'sin arroba', otro: 1 };
  expect((await save(admin(), 'shop', shopSection, 1)).error).toEqual({
    code: '23514',
    message: 'En «shop.name»: Escribe algo aquí.',
    faults: [
      { path: 'name', message: 'Escribe algo aquí.' },
      { path: 'email', message: 'Ingresa un correo electrónico válido.' },
      { path: 'otro', message: 'no es un valor válido. Corrígelo y guarda otra vez.' },
    ],
  });
  await save(admin(), 'terms', { items: ['  Una '] }, 1);
  expect((await stored('terms')).value).toEqual({ items: ['Una'] });
});

test('CFG-22 a write that bypasses the function stores only an object of a readable size', async () => {
  for (const value of ['7', '[]', 'null', JSON.stringify({ items: ['x'.repeat(131_072)] })])
    await expect(
      shop.sql`update public.setting_sections set value = ${value}::text::jsonb where section = 'terms'`,
    ).rejects.toMatchObject({ code: '23514' });
});

test('CFG-22 CFG-26 a version from before the schema became stricter is not restored', async () => {
  await shop.sql`update public.setting_sections set value = '{"items": ["  "]}' where section = 'terms'`;
  await save(admin(), 'terms', { items: ['Una'] }, 2);
  const [change] = await history('terms');
  const { status, error } = await undo(admin(), change?.id as number);
  expect([status, error?.message]).toEqual([400, 'En «terms.items.0»: Escribe algo aquí.']);
  expect((await stored('terms')).value).toEqual({ items: ['Una'] });
});

test('CFG-26 a change is undone part by part: later changes by others stay', async () => {
  await save(admin(), 'shop', DEMO_SETTINGS.shop, 1);
  const named = { ...DEMO_SETTINGS.shop, name: 'Otro nombre' };
  await save(admin(), 'shop', named, 2);
  await save(admin(), 'shop', { ...named, email: 'otro@taller.test' }, 3);
  const [, change] = await history('shop');
  const request = randomUUID();
  const answers = [
    await undo(admin(), change?.id as number, request),
    await undo(admin(), change?.id as number, request),
  ];
  for (const { data, error } of answers) {
    expect(error).toBeNull();
    expect(data).toMatchObject({ version: 5 });
  }
  expect(await stored('shop')).toEqual({
    value: { ...DEMO_SETTINGS.shop, email: 'otro@taller.test' },
    version: 5,
  });
  expect((await history('shop'))[0]).toMatchObject({ version: 5, undoes: change?.id });
  // And the undo is itself a change that can be undone.
  const [undoing] = await history('shop');
  await undo(admin(), undoing?.id as number);
  expect((await stored('shop')).value).toMatchObject({ name: 'Otro nombre', email: 'otro@taller.test' });
});

test('CFG-26 undoing a change that brought a field which the section has gained gives it its default', async () => {
  const { value } = await stored('messages');
  const { undoSeconds: _, ...older } = value as Record<string, unknown>;
  const [row] = await shop.sql<{ version: number }[]>`
    update public.setting_sections set value = ${shop.sql.json(older as never)} where section = 'messages' returning version`;
  const given = { ...older, language: 'es_AR', undoSeconds: 30 };
  const saved = await save(admin(), 'messages', given, row?.version ?? 0);
  expect(saved.data?.value).toEqual(given);
  const [change] = await history('messages');
  const { data, error } = await undo(admin(), change?.id as number);
  expect(error).toBeNull();
  // The database reads it too, which knows no defaults.
  const undone = { ...older, undoSeconds: 7 };
  expect(data).toMatchObject({ saved: true, value: undone });
  expect((await stored('messages')).value).toEqual(undone);
});

test('CFG-26 a change that changed nothing, such as one of the SQL editor, is undone without an effect', async () => {
  await shop.sql`update public.setting_sections set value = value where section = 'terms'`;
  const before = await stored('terms');
  const [change] = await history('terms');
  const { data, error } = await undo(admin(), change?.id as number);
  expect(error).toBeNull();
  expect(data).toMatchObject({ saved: true, value: before.value });
  expect((await stored('terms')).value).toEqual(before.value);
});

test('CFG-26 a change whose part was changed again is not undone, nor are the initial values', async () => {
  await save(admin(), 'terms', { items: ['Una'] }, 1);
  await save(admin(), 'terms', { items: ['Dos'] }, 2);
  const [, first, initial] = await history('terms');
  const again = await undo(admin(), first?.id as number);
  expect(again.error).toMatchObject({ code: '23514', message: expect.stringContaining('Deshaz primero') });
  expect((await undo(admin(), initial?.id as number)).error?.code).toBe('P0002');
  expect((await undo(admin(), 123_456)).error?.code).toBe('P0002');
  expect(await stored('terms')).toEqual({ value: { items: ['Dos'] }, version: 3 });
});
