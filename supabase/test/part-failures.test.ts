/** Failures in visitors' browsers (SHELL-42). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() => shop.sql`truncate private.part_failures`);

const FAILURE = {
  part: 'mfe-orders/routes',
  build: '3f9c2ab1d2e3',
  kind: 'uncaught',
  error: 'TypeError: x is undefined',
  frames: '/remotes/mfe-orders/3f9c2ab1d2e3/routes-AbC1.js:1:2034\n/assets/index-AbC.js:12:9',
};
const report = async (failures: unknown) => {
  const { error } = await shop
    .clientOf('anon')
    .rpc('report_part_failures', { p_failures: failures as never });
  return error?.code ?? 'ok';
};
const listed = async () => {
  const { data, error } = await shop.clientOf('admin').rpc('list_part_failures');
  expect(error).toBeNull();
  return data ?? [];
};

test('SHELL-42 an anonymous visitor’s failure is listed for admins, the same one again is counted', async () => {
  expect(await report([FAILURE, { ...FAILURE, build: 'other' }])).toBe('ok');
  expect(await report([FAILURE])).toBe('ok');
  const found = await listed();
  expect(found.map(({ build, times }) => [build, times])).toEqual(
    expect.arrayContaining([
      ['3f9c2ab1d2e3', 2],
      ['other', 1],
    ]),
  );
  expect(found).toHaveLength(2);
  expect(found.find(({ build }) => build === 'other')).toMatchObject({ ...FAILURE, build: 'other' });
});

test('SHELL-42 possible personal data in an error is not kept', async () => {
  const error =
    'RangeError: "Ana Pérez" <ana@correo.cl> llamó desde +56 9 8765 4321 por la orden 000123: «pantalla» `x` \'y\'';
  await report([{ ...FAILURE, error }]);
  expect((await listed())[0]?.error).toBe(
    'RangeError: «…» … llamó desde +# # # # por la orden #: «…» «…» «…»',
  );
});

test.each<[string, unknown]>([
  ['no list', FAILURE],
  ['eleven', Array.from({ length: 11 }, () => FAILURE)],
  ['no failure', ['x']],
  ['null', null],
  ['an unknown kind', [{ ...FAILURE, kind: 'x' }]],
  ['a part that is none', [{ ...FAILURE, part: 'Ana Pérez' }]],
  ['a build that is none', [{ ...FAILURE, build: '../x' }]],
  ['an address with a query', [{ ...FAILURE, frames: '/x.js?token=1:1:1' }]],
  ['a sentence in its frames', [{ ...FAILURE, frames: 'Ana Pérez llamó' }]],
  ['a missing field', [{ ...FAILURE, frames: undefined }]],
  ['a long error', [{ ...FAILURE, error: 'x'.repeat(2001) }]],
])('SHELL-42 %s is refused, and nothing is kept', async (_, failures) => {
  expect(await report(failures)).toBe('22023');
  expect(await listed()).toEqual([]);
});

test('SHELL-42 addresses of other hosts and ports are kept', async () => {
  const frames = 'https://r.taller.cl/x/mfe-orders/ab/routes.js:1:2\nhttp://127.0.0.1:4800/assets/a.js:1:2';
  expect(await report([{ ...FAILURE, frames }])).toBe('ok');
  expect((await listed())[0]?.frames).toBe(frames);
});

test('SHELL-42 a remote may have digits in its name', async () => {
  expect(await report([{ ...FAILURE, part: 'mfe-stock2/fotos-3d' }])).toBe('ok');
  expect((await listed())[0]?.part).toBe('mfe-stock2/fotos-3d');
});

test('SHELL-42 500 different ones are kept, the newest, for 30 days', async () => {
  await shop.sql`
    insert into private.part_failures (part, build, kind, error, frames, last_at)
    select 'shell', '', 'caught', 'e' || n, '', now() - n * interval '1 minute' from generate_series(1, 500) n`;
  await shop.sql`update private.part_failures set last_at = now() - interval '31 days' where error = 'e1'`;
  expect((await listed()).map(({ error }) => error)).not.toContain('e1');
  await report([FAILURE, { ...FAILURE, build: 'other' }]);
  const kept = await shop.sql<{ error: string }[]>`select error from private.part_failures`;
  expect(kept).toHaveLength(500);
  const errors = new Set(kept.map(({ error }) => error));
  expect([errors.has('e1'), errors.has('e500'), errors.has('e499')]).toEqual([false, false, true]);
});

test('SHELL-42 pages at once, in any order of their failures, are all kept', async () => {
  const both = [FAILURE, { ...FAILURE, build: 'other' }];
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => report(index % 2 ? both : both.toReversed())),
  );
  expect(new Set(answers)).toEqual(new Set(['ok']));
  expect((await listed()).map(({ times }) => times)).toEqual([60, 60]);
});

test('SHELL-42 a report that deletes old failures does not wait for one that updates them', async () => {
  await shop.sql`
    insert into private.part_failures (part, build, kind, error, frames, last_at)
    select 'mfe-x/routes', 'b' || n, 'uncaught', 'Error', '', now() - interval '1 hour' from generate_series(1, 500) as n`;
  await shop.sql.begin(async (tx) => {
    await tx`select from private.part_failures order by last_at, id limit 1 for update`;
    expect(await report([FAILURE])).toBe('ok');
  });
  expect(await report([FAILURE])).toBe('ok');
  const [counted] = await shop.sql`select count(*)::integer as kept from private.part_failures`;
  expect(counted?.kept).toBe(500);
});
