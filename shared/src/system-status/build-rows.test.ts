import { expect, test } from 'vitest';
import type { Registry } from '#src/contract/registry.ts';
import { buildRows } from './build-rows.ts';

const SITE = 'https://taller.example';

const remote = (build: string) => ({
  name: 'mfe-orders' as const,
  entry: '/x.js',
  entryJs: [],
  contract: 1,
  runtime: '1.0' as const,
  build,
  publishedAt: `2026-11-20T1${build.length}:00:00Z`,
  modules: {},
});
const visits = (build: string, times: number[], failed = 0) => ({
  remote: 'mfe-orders',
  build,
  visits: times.reduce((sum, count) => sum + count, 0),
  failed,
  times,
});

test('SHELL-85 what runs by the registry, its share, what ran before, and how each did', () => {
  const registry: Registry = {
    release: 'r',
    remotes: [{ ...remote('a'), candidate: { remote: remote('bb'), share: 10 } }],
  };
  const counted = [
    visits('a', [0, 5, 5, 0, 0, 0, 0], 1),
    visits('old', [0, 0, 0, 0, 0, 1, 2]),
    { ...visits('a', [9, 0, 0, 0, 0, 0, 0]), remote: 'mfe-reports' },
  ];
  expect(buildRows(registry, counted, SITE)).toEqual([
    {
      remote: 'mfe-orders',
      build: 'a',
      share: 90,
      since: '2026-11-20T11:00:00Z',
      visits: 10,
      failed: 1,
      half: 500,
    },
    {
      remote: 'mfe-orders',
      build: 'bb',
      share: 10,
      since: '2026-11-20T12:00:00Z',
      visits: 0,
      failed: 0,
      half: null,
    },
    { remote: 'mfe-orders', build: 'old', share: null, visits: 3, failed: 0, half: Number.POSITIVE_INFINITY },
  ]);
});

test('SHELL-85 a candidate for some roles takes no share from all browsers', () => {
  const candidate = { remote: remote('bb'), share: 100, roles: ['admin' as const] };
  const rows = buildRows({ release: 'r', remotes: [{ ...remote('a'), candidate }] }, [], SITE);
  expect(rows.map(({ build, share, roles }) => [build, share, roles])).toEqual([
    ['a', 100, undefined],
    ['bb', 100, ['admin']],
  ]);
});

test('SHELL-85 a build whose files come from another host names it', () => {
  const elsewhere = { ...remote('bb'), entry: 'https://remotos.example:8443/mfe-orders/bb/remoteEntry.js' };
  const here = { ...remote('a'), entry: `${SITE}/remotes/mfe-orders/a/remoteEntry.js` };
  const remotes = [{ ...here, candidate: { remote: elsewhere, share: 10 } }];
  const rows = buildRows({ release: 'r', remotes }, [visits('old', [1, 0, 0, 0, 0, 0, 0])], SITE);
  expect(rows.map(({ build, host }) => [build, host])).toEqual([
    ['a', undefined],
    ['bb', 'remotos.example:8443'],
    ['old', undefined],
  ]);
});
