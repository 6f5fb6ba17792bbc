import { expect, test } from 'vitest';
import { buildRows } from './build-rows.ts';

const SITE = 'https://taller.example';

const remote = (build: string, base = `${SITE}/remotes`) => ({
  name: 'mfe-orders' as const,
  entry: `${base}/mfe-orders/${build}/remoteEntry.js`,
  entryJs: [],
  contract: 1,
  runtime: '1.0' as const,
  build,
  modules: {},
});

test('SHELL-85 running builds are listed with their date, and with their host if it is another one', () => {
  const here = { ...remote('a'), publishedAt: '2026-11-20T11:00:00Z' };
  const elsewhere = { ...remote('b', 'https://remotos.example:8443'), name: 'mfe-public' as const };
  expect(buildRows({ release: 'r', remotes: [here, elsewhere] }, SITE)).toEqual([
    { remote: 'mfe-orders', build: 'a', since: '2026-11-20T11:00:00Z' },
    { remote: 'mfe-public', build: 'b', host: 'remotos.example:8443' },
  ]);
});
