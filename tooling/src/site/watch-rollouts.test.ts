import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { CountedVisits } from '@taller/shared/system-status/counted-visits.ts';
import { deploySite } from './deploy-site.ts';
import { publishPreview } from './publish-preview.ts';
import { startRollout } from './publish-rollout.ts';
import { readRelease } from './release.ts';
import { fakeRemote, fakeSite } from './testing/fake-builds.ts';
import { keepWatching, watchRollouts } from './watch-rollouts.ts';

const SECRET = 'sb_secret_a';
const HOUR_MS = 60 * 60 * 1000;
/** As many rows as a project answers at most (supabase/config.toml). */
const MOST_ROWS = 1000;
const STOPPED =
  'mfe-orders v2: la publicación gradual se detuvo: falló en 13 de 40 visitas, y la versión publicada en 2 de 360 visitas.';

let root: string;
let site: string;
const now = new Date();
const hour = (before: number) => new Date(Math.floor(now.getTime() / HOUR_MS - before) * HOUR_MS);

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-watch-'));
  site = join(root, 'site');
  await deploySite(await fakeSite(root, 'v1'), { outDir: site, now });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function start(): Promise<void> {
  const { folder } = await fakeRemote(root, { name: 'mfe-orders', build: 'v2' });
  await publishPreview('mfe-orders', folder, { site, now });
  await startRollout('mfe-orders', 'v2', { site, now, share: 10 });
}

const row = (build: string, before: number, visits: number, failed: number): CountedVisits => ({
  remote: 'mfe-orders',
  build,
  // As PostgREST writes a time.
  hour: hour(before).toISOString().replace('.000Z', '+00:00'),
  visits,
  failed,
});
const FAILING = [row('v1', 20, 360, 2), row('v2', 0, 40, 13)];

/** What a project answers to a request; undefined: nothing, ever. */
type Answer = (asked: {
  key: unknown;
  since: string;
  offset: number;
}) => [status: number, body: unknown] | undefined;

/** The answer of a project with these rows, as Supabase's: for the secret key, so many of them, oldest first. */
const project =
  (rows: readonly CountedVisits[]): Answer =>
  ({ key, since, offset }) => {
    if (key !== SECRET) return [401, { message: 'Invalid API key' }];
    const found = rows.filter((one) => Date.parse(one.hour) >= Date.parse(since));
    found.sort((a, b) => a.hour.localeCompare(b.hour));
    return [200, found.slice(offset, offset + MOST_ROWS)];
  };

const keyOf = ({ headers }: IncomingMessage): unknown =>
  headers.authorization === `Bearer ${String(headers.apikey)}` ? headers.apikey : 'another one';

/** Lets the site's pages use a project that answers so, from now on. */
async function serve(answer: Answer): Promise<void> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const url = new URL(incoming.url ?? '', 'http://x');
      const { p_since: since } = (await json(incoming)) as { p_since: string };
      const isCount = incoming.method === 'POST' && url.pathname === '/rest/v1/rpc/count_part_visits';
      const offset = Number(url.searchParams.get('offset') ?? 0);
      const answered = isCount ? answer({ key: keyOf(incoming), since, offset }) : ([404, {}] as const);
      if (!answered) return;
      const [status, body] = answered;
      outgoing.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  nameProject(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const nameProject = (supabaseUrl: string) =>
  writeFileSync(join(site, 'config.json'), JSON.stringify({ supabaseUrl, supabaseKey: 'sb_publishable_a' }));

const orders = async () => (await readRelease(site))?.remotes['mfe-orders'];

test('SHELL-83 on a static site a build that fails is ended with the secret key, once, and says why', async () => {
  await start();
  await serve(project(FAILING));
  expect(await watchRollouts(site, SECRET)).toEqual([STOPPED]);
  const { current, rollout, stopped } = (await orders()) ?? {};
  expect([current, rollout, stopped?.build]).toEqual(['v1', undefined, 'v2']);
  expect(await watchRollouts(site, SECRET)).toEqual([]);
});

test(
  'SHELL-83 visits beyond the rows that a project answers at once are counted, the newest too',
  { tags: ['exhaustive'] },
  async () => {
    await start();
    // A week of visits of seven remotes, before those that count.
    const week = Array.from({ length: 7 * 24 * 7 }, (_, index) => ({
      ...row('v1', 1 + (index % (7 * 24)), 1, 0),
      remote: `mfe-${index % 7}`,
    }));
    await serve(project([...week, ...FAILING]));
    expect(await watchRollouts(site, SECRET)).toEqual([STOPPED]);
  },
);

test(
  'SHELL-83 a project is not asked while nothing is published to a part',
  { tags: ['exhaustive'] },
  async () => {
    nameProject('http://127.0.0.1:1');
    expect(await watchRollouts(site, 'wrong')).toEqual([]);
  },
);

const NO_VISITS = 'Revisa SUPABASE_SECRET_KEY y que el proyecto esté al día.';
const NO_PROJECT = 'no respondió con las visitas. Revisa supabaseUrl en el config.json del sitio.';
const REFUSALS: readonly [what: string, said: string, answer: Answer][] = [
  [
    'a wrong key',
    `no entregó las visitas (401). ${NO_VISITS}`,
    (asked) => project(FAILING)({ ...asked, key: '' }),
  ],
  ['no function', `no entregó las visitas (404). ${NO_VISITS}`, () => [404, { code: 'PGRST202' }]],
  ['a page instead of an answer', NO_PROJECT, () => [200, '<!doctype html>']],
  ['something else', NO_PROJECT, () => [200, [{ build: 'v2' }]]],
  ['no answer', 'no responde. Revisa la dirección y la conexión.', () => undefined],
];

test(
  'SHELL-83 a project that does not give its visits is said with what to do, and the publication goes on',
  { tags: ['exhaustive'] },
  async () => {
    await start();
    await expect(watchRollouts(site, SECRET)).rejects.toThrow(
      'no tiene un config.json con supabaseUrl y supabaseKey: agrégalo, porque --watch lee ahí cuál es el proyecto.',
    );
    for (const [what, said, answer] of REFUSALS) {
      await serve(answer);
      await expect(watchRollouts(site, SECRET, { patienceMs: 200 }), what).rejects.toThrow(said);
    }
    expect((await orders())?.rollout?.build).toBe('v2');
  },
);

test(
  'SHELL-83 watching goes on after a failure of any kind, and ends the build at the next look',
  { tags: ['exhaustive'] },
  async () => {
    await start();
    const said: string[] = [];
    const stop = new AbortController();
    const say = (line: string) => {
      said.push(line);
      if (line === STOPPED) stop.abort();
    };
    let looks = 0;
    await serve((asked) => {
      looks += 1;
      if (looks === 1) return project(FAILING)({ ...asked, key: 'wrong' });
      if (looks === 2) return [502, 'Bad gateway'];
      return project(FAILING)(asked);
    });
    await keepWatching(site, SECRET, { say, everyMs: 1, signal: stop.signal });
    expect(said.map((line) => line.replace(/http:\S+/, 'URL'))).toEqual([
      '✗ URL no entregó las visitas (401). Revisa SUPABASE_SECRET_KEY y que el proyecto esté al día.',
      '✗ URL no entregó las visitas (502). Revisa SUPABASE_SECRET_KEY y que el proyecto esté al día.',
      STOPPED,
    ]);
  },
);
