import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openInShops, openRelease } from '@taller/release/opening/open-release';
import { readSamples, SAMPLES_FILE, type Samples } from '@taller/release/opening/sample-shop';
import { startTestServer } from '@taller/server/testing/start-test-server.ts';
import { expect, test } from '../support/fixtures.ts';
import { asker, differenceOf, recordingShop, sampleParts, samplesOf } from '../support/sample-answers.ts';
import { siteBuild } from '../support/sites.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

const AGAIN = 'SAMPLES=write npm run e2e -- platform/sample-answers';
const ROOT = join(import.meta.dirname, '../..');

/** A demo shop that no other test has changed. */
const demoShop = () => startTestServer({ demo: true, jobs: true, siteDir: join(ROOT, 'site') });

/** A text of one shop with the ids that the other has in the same places. */
function translated(text: string, from: Samples, to: Samples): string {
  const places = (samples: Samples) => [
    ...Object.entries(samples.users).map(([role, user]) => [role, user.id] as const),
    ...Object.entries(samples.addresses).map(
      ([key, address]) => [key, /[^/?]+(?=$|\?)/.exec(address)?.[0] ?? ''] as const,
    ),
  ];
  const theirs = new Map(places(to));
  return places(from).reduce((done, [key, id]) => done.replaceAll(id, theirs.get(key) ?? id), text);
}

/** Fields that an order's event has changed: they differ from row to row. */
const OF_ITS_ROW = /^\.changes\./;

/** JSON with a line for each answer. */
function linesOf({ answers, ...others }: Samples): string {
  const lines = Object.keys(answers)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${JSON.stringify(answers[key])}`);
  return `${JSON.stringify(others).slice(0, -1)},"answers":{\n${lines.join(',\n')}\n}}\n`;
}

test('SHELL-40 the demo shop answers the recorded requests with the recorded fields', async () => {
  await using shop = await demoShop();
  const recorded = await readSamples();
  const present = await samplesOf(shop);
  const { ask } = asker(shop);
  const apart: string[] = [];
  for (const [key, answer] of Object.entries(recorded.answers)) {
    const [, role = '', method = '', url = '', one, body = ''] =
      /^(\w+) (\w+) (\S+?)( one)?(?: (.*))?$/.exec(translated(key, recorded, present)) ?? [];
    const accept = one ? 'application/vnd.pgrst.object+json' : 'application/json';
    const { status, body: now } = await ask(role, method, url, body, {
      accept,
      'content-type': 'application/json',
    });
    const fields = status === answer.status ? differenceOf(answer.body, now) : [`: ${status}`];
    apart.push(
      ...fields
        .filter((field) => !OF_ITS_ROW.test(field))
        .map((field) => `${method} ${url.split('?')[0]}${field}`),
    );
  }
  expect(apart, `${AGAIN} records them again`).toEqual([]);
});

test(
  'SHELL-40 what the screens of the remotes ask when they open is recorded',
  { tag: process.env.SAMPLES === 'write' ? [] : [EXHAUSTIVE] },
  async () => {
    test.setTimeout(600_000);
    await using shop = await demoShop();
    const samples = await samplesOf(shop);
    const recording = await recordingShop(shop, samples);
    const folder = join(ROOT, 'site');
    for (const [name, parts] of sampleParts)
      await openInShops({ folder, name, build: await siteBuild(folder, name), parts }, [recording]);
    if (process.env.SAMPLES === 'write') {
      await writeFile(join(ROOT, SAMPLES_FILE), linesOf(samples));
      return;
    }
    const recorded = await readSamples();
    /** Days and times differ from run to run. */
    const asked = ({ answers }: Samples, from: Samples) =>
      Object.keys(answers).map((key) =>
        translated(key, from, recorded).replaceAll(/\d{4}-\d\d-\d\d[\w.:%]*/g, 'DAY'),
      );
    const known = asked(recorded, recorded);
    expect(
      asked(samples, samples).filter((key) => !known.includes(key)),
      `${AGAIN} records them`,
    ).toEqual([]);
  },
);

test('SHELL-40 the screens of the remotes open with the recorded answers', { tag: EXHAUSTIVE }, async () => {
  test.setTimeout(600_000);
  const folder = join(ROOT, 'site');
  for (const [name, parts] of sampleParts)
    await expect(
      openRelease({ folder, name, build: await siteBuild(folder, name), parts }),
    ).resolves.toBeUndefined();
});
