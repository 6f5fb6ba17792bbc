import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CountedVisits } from '@taller/shared/system-status/counted-visits.ts';
import { deploySite } from './deploy-site.ts';
import { judgeRollouts } from './judge-rollouts.ts';
import { promotePreview, publishPreview } from './publish-preview.ts';
import { pauseRollout, startRollout, stopRollout } from './publish-rollout.ts';
import { readRelease } from './release.ts';
import { stopRolloutsApart } from './stop-rollouts-apart.ts';
import { fakeRemote, fakeSite } from './testing/fake-builds.ts';

let root: string;
let site: string;
const now = new Date('2026-11-02T12:34:00.000Z');
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-judge-'));
  site = join(root, 'site');
  await deploySite(await fakeSite(root, 'v1'), { outDir: site, now });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const start = async (again = false) => {
  const { folder } = await fakeRemote(root, { name: 'mfe-orders', build: 'v2' });
  await publishPreview('mfe-orders', folder, { site, now });
  await startRollout('mfe-orders', 'v2', { site, now, share: 10, again });
};
const row = (build: string, hour: string, visits: number, failed: number): CountedVisits => ({
  remote: 'mfe-orders',
  build,
  hour,
  visits,
  failed,
});
const FAILING = [row('v1', '2026-11-01T09:00:00Z', 360, 2), row('v2', '2026-11-02T12:00:00Z', 40, 13)];
const asked: string[] = [];
const counting = (rows: readonly CountedVisits[]) => async (since: string) => {
  asked.push(since);
  return rows;
};

test('SHELL-83 visits of both builds are counted from a week before on, those of the new one from its begin', async () => {
  asked.length = 0;
  expect(await judgeRollouts(site, counting(FAILING))).toEqual([]);
  expect(asked).toEqual([]);
  await start();
  const why = 'falló en 13 de 40 visitas, y la versión publicada en 2 de 360 visitas.';
  expect(await judgeRollouts(site, counting(FAILING))).toEqual([{ name: 'mfe-orders', build: 'v2', why }]);
  expect(asked).toEqual(['2026-10-26T12:00:00.000Z']);
  // Failures without visits, which anybody may report: no more of them count than there were visits.
  const alone = [
    ...FAILING,
    row('v2', '2026-11-02T13:00:00Z', 0, 300),
    row('v1', '2026-11-02T13:00:00Z', 0, 3),
  ];
  expect(await judgeRollouts(site, counting(alone))).toMatchObject([
    { why: 'falló en 40 de 40 visitas, y la versión publicada en 5 de 360 visitas.' },
  ]);
  // An earlier attempt with the same build, and other remotes, do not count.
  const others = [
    FAILING[0],
    row('v2', '2026-11-02T11:00:00Z', 40, 13),
    { ...row('v2', '2026-11-02T12:00:00Z', 40, 13), remote: 'mfe-reports' },
  ].filter((one) => one !== undefined);
  expect(await judgeRollouts(site, counting(others))).toEqual([]);
  await pauseRollout('mfe-orders', { site, now });
  expect(await judgeRollouts(site, counting(FAILING))).toEqual([]);
});

test(
  'SHELL-83 one that is started again is not ended by the visits for which it stopped, but by those that follow',
  { tags: ['exhaustive'] },
  async () => {
    await start();
    await stopRollout({ name: 'mfe-orders', build: 'v2', why: 'falló.' }, { site, now });
    await start(true);
    expect(await judgeRollouts(site, counting(FAILING))).toEqual([]);
    // Raised meanwhile, it is counted from the same hour on.
    await startRollout('mfe-orders', 'v2', { site, now, share: 20 });
    expect(await judgeRollouts(site, counting(FAILING))).toEqual([]);
    const next = row('v2', '2026-11-02T13:00:00Z', 50, 20);
    expect(await judgeRollouts(site, counting([...FAILING, next]))).toMatchObject([
      { why: 'falló en 20 de 50 visitas, y la versión publicada en 2 de 360 visitas.' },
    ]);
    // In another hour than the one in which it stopped, it is counted from its begin on.
    const before = new Date(now.getTime() - 60 * 60 * 1000);
    await stopRollout({ name: 'mfe-orders', build: 'v2', why: 'falló.' }, { site, now: before });
    await start(true);
    expect(await judgeRollouts(site, counting(FAILING))).toHaveLength(1);
  },
);

test(
  'SHELL-83 a server ends such a rollout in a process of its own, and says so',
  { tags: ['exhaustive'] },
  async () => {
    await start();
    expect(await stopRolloutsApart(site)(counting(FAILING))).toEqual([
      'mfe-orders v2: la publicación gradual se detuvo: falló en 13 de 40 visitas, y la versión publicada en 2 de 360 visitas.',
    ]);
    const remote = (await readRelease(site))?.remotes['mfe-orders'];
    expect([remote?.current, remote?.rollout, remote?.stopped?.build]).toEqual(['v1', undefined, 'v2']);
    expect(await stopRolloutsApart(site)(counting(FAILING))).toEqual([]);
  },
);

test(
  'SHELL-83 one that is published for everybody while its visits are counted stays, and nothing is said',
  { tags: ['exhaustive'] },
  async () => {
    await start();
    const promoted = async () => {
      await promotePreview('mfe-orders', 'v2', { site, now });
      return FAILING;
    };
    expect(await stopRolloutsApart(site)(promoted)).toEqual([]);
    const remote = (await readRelease(site))?.remotes['mfe-orders'];
    expect([remote?.current, remote?.stopped]).toEqual(['v2', undefined]);
  },
);
