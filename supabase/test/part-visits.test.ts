/** How builds do in visitors' browsers (SHELL-84). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ACTORS, openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() => shop.sql`truncate private.part_visits`);

const VISIT = { remote: 'mfe-orders', build: '3f9c2ab1d2e3', visits: 1, failed: 0, ms: 300 };
const report = async (visits: unknown) => {
  const { error } = await shop.clientOf('anon').rpc('report_part_visits', { p_visits: visits as never });
  return error?.code ?? 'ok';
};
const kept = () =>
  shop.sql<{ remote: string; build: string; visits: number; failed: number; times: string[] }[]>`
    select remote, build, visits::integer, failed::integer, times from private.part_visits order by remote, build`;

test('SHELL-84 visits of strangers are counted by remote, build and hour, with the time to the first part', async () => {
  expect(await report([VISIT, { ...VISIT, remote: 'mfe-public', failed: 1, ms: null }])).toBe('ok');
  for (const ms of [0, 250, 251, 8000, 8001, 999_999]) expect(await report([{ ...VISIT, ms }])).toBe('ok');
  // A failure after the visit was reported.
  expect(await report([{ ...VISIT, visits: 0, failed: 1, ms: null }])).toBe('ok');
  expect((await kept()).map((row) => ({ ...row, times: row.times.map(Number) }))).toEqual([
    { remote: 'mfe-orders', build: VISIT.build, visits: 7, failed: 1, times: [2, 2, 0, 0, 0, 1, 2] },
    { remote: 'mfe-public', build: VISIT.build, visits: 1, failed: 1, times: [0, 0, 0, 0, 0, 0, 0] },
  ]);
});

test.each<[string, unknown]>([
  ['no visit', 'x'],
  ['a name', { ...VISIT, remote: 'Ana Pérez' }],
  ['no build', { ...VISIT, build: '' }],
  ['many visits', { ...VISIT, visits: 2 }],
  ['a negative count', { ...VISIT, failed: -1 }],
  ['a text as count', { ...VISIT, visits: '1' }],
  ['a fraction', { ...VISIT, ms: 1.5 }],
  ['too long', { ...VISIT, ms: 1_000_000 }],
  ['no time', { remote: VISIT.remote, build: VISIT.build, visits: 1, failed: 0 }],
])('SHELL-84 refused, and nothing beside it counted: %s', async (_case, visit) => {
  expect(await report([VISIT, visit])).toBe('22023');
  expect(await kept()).toEqual([]);
});

test.each<[string, unknown]>([
  ['no list', VISIT],
  ['null', null],
  ['eleven', Array.from({ length: 11 }, (_, index) => ({ ...VISIT, build: `b${index}` }))],
  ['the same build twice', [VISIT, { ...VISIT, failed: 1 }]],
])('SHELL-84 refused: %s', async (_case, visits) => {
  expect(await report(visits)).toBe('22023');
  expect(await kept()).toEqual([]);
});

test('SHELL-84 pages at once, in any order of their remotes, are all counted', async () => {
  const other = { ...VISIT, remote: 'mfe-public' };
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => report(index % 2 ? [VISIT, other] : [other, VISIT])),
  );
  expect(new Set(answers)).toEqual(new Set(['ok']));
  expect((await kept()).map(({ visits }) => visits)).toEqual([40, 40]);
});

test('SHELL-84 kept for 30 days, and at most 2,000 of them: the oldest hours go', async () => {
  await shop.sql`
    insert into private.part_visits (remote, build, hour, visits, failed, times)
    select 'mfe-x', 'b' || n, date_trunc('hour', now()) - interval '1 hour' * (n % 700), 1, 0, array[0,0,0,0,0,0,0]
    from generate_series(1, 2100) as n`;
  await shop.sql`
    insert into private.part_visits values ('mfe-x', 'old', now() - interval '31 days', 1, 0, array[0,0,0,0,0,0,0])`;
  await report([VISIT]);
  const [counts] = await shop.sql<{ all: number; old: number; fresh: number }[]>`
    select count(*)::integer as all, count(*) filter (where build = 'old')::integer as old,
      count(*) filter (where build = ${VISIT.build})::integer as fresh from private.part_visits`;
  expect(counts).toEqual({ all: 2000, old: 0, fresh: 1 });
});

test('SHELL-84 a report that makes room does not wait for one that counts what is to go', async () => {
  await shop.sql`
    insert into private.part_visits (remote, build, hour, visits, failed, times)
    select 'mfe-x', 'b' || n, date_trunc('hour', now()), 1, 0, array[0,0,0,0,0,0,0] from generate_series(1, 2000) as n`;
  // The one that goes first: the last by name among those with the fewest visits.
  await shop.sql.begin(async (tx) => {
    await tx`select from private.part_visits where build = 'b999' for update`;
    expect(await report([VISIT])).toBe('ok');
  });
  const [counted] = await shop.sql<{ all: number; kept: number }[]>`
    select count(*)::integer as all, count(*) filter (where build = 'b999')::integer as kept from private.part_visits`;
  expect(counted).toEqual({ all: 2001, kept: 1 });
  expect(await report([VISIT])).toBe('ok');
  expect(await kept()).toHaveLength(2000);
});

test('SHELL-84 only the server, or the secret key, reads them', async () => {
  await report([VISIT]);
  const since = new Date(Date.now() - 7_200_000).toISOString();
  for (const actor of ACTORS) {
    const { error } = await shop.clientOf(actor).rpc('count_part_visits', { p_since: since });
    expect([actor, error?.code]).toEqual([actor, '42501']);
  }
  const counted = await shop.sql.begin(async (tx) => {
    await tx`set local role service_role`;
    return tx`select remote, build, visits::integer, failed::integer from public.count_part_visits(${since})`;
  });
  expect([...counted]).toEqual([{ remote: 'mfe-orders', build: VISIT.build, visits: 1, failed: 0 }]);
});

test('SHELL-85 the builds with the most visits are listed, whatever strangers made up', async () => {
  await report([VISIT]);
  await report([VISIT]);
  // A failure that belongs to no visit: more failures than visits are not said.
  for (const failed of [1, 1, 1] as const) await report([{ ...VISIT, visits: 0, failed, ms: null }]);
  const madeUp = Array.from({ length: 100 }, (_, index) => ({
    ...VISIT,
    remote: 'mfe-a',
    build: `made${index}`,
  }));
  for (let from = 0; from < 100; from += 10) expect(await report(madeUp.slice(from, from + 10))).toBe('ok');
  const { data } = await shop.clientOf('admin').rpc('list_build_visits');
  expect(data).toHaveLength(100);
  expect(data?.find(({ remote }) => remote === VISIT.remote)).toMatchObject({ visits: 2, failed: 2 });
});
