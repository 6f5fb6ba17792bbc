// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { partMark } from '@taller/shared/contract/part-marks.ts';
import { REGISTRY_ELEMENT_ID } from '@taller/shared/contract/registry.ts';

const PART = 'mfe-orders/routes';
/** The share of pages that report while nothing is published to a part of the browsers. */
const LIMIT = 0.1;

/** Reports that the page has sent, with how. */
let reports: { url: string; keepalive: boolean; key: string | null; visits: unknown }[];
/** Listeners of the pages of a test, which share jsdom's document. */
let listening: AbortController;

beforeEach(() => {
  reports = [];
  listening = new AbortController();
  const listen = document.addEventListener.bind(document);
  vi.spyOn(document, 'addEventListener').mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject) =>
      listen(type, listener, { signal: listening.signal }),
  );
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json')
      return Response.json({ supabaseUrl: 'https://abc.supabase.co', supabaseKey: 'sb_publishable_a' });
    reports.push({
      url,
      keepalive: init.keepalive === true,
      key: new Headers(init.headers).get('apikey'),
      visits: (JSON.parse(init.body as string) as { p_visits: unknown }).p_visits,
    });
    return new Response(null, { status: 204 });
  });
  performance.mark(partMark('asked', PART), { startTime: 100 });
  performance.mark(partMark('shown', PART), { startTime: 400 });
});
afterEach(() => {
  listening.abort();
  vi.restoreAllMocks();
  performance.clearMarks();
  document.head.replaceChildren();
});

/** Opens a page that shows a part, with this random number. */
async function openPage(random: number, candidate?: unknown): Promise<void> {
  const script = document.createElement('script');
  script.id = REGISTRY_ELEMENT_ID;
  script.type = 'application/json';
  const remotes = [
    { name: 'mfe-public', build: 'b1' },
    { name: 'mfe-orders', build: 'b1', candidate },
  ];
  script.textContent = JSON.stringify({ release: 'r1', remotes });
  document.head.replaceChildren(script);
  vi.resetModules();
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const [{ watchVisits }, { noteBuild }] = await Promise.all([
    import('./watch-visits.ts'),
    import('#src/remotes/part-build.ts'),
  ]);
  noteBuild(PART, 'b1');
  await watchVisits();
}

function turn(to: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(to);
  document.dispatchEvent(new Event('visibilitychange'));
}

const CANDIDATE = { share: 10, remote: { name: 'mfe-orders', build: 'b2' } };

test.each([
  [0, undefined, 1],
  [LIMIT - 0.001, undefined, 1],
  [LIMIT, undefined, 0],
  [0.999, undefined, 0],
  [LIMIT, CANDIDATE, 1],
  [0.999, CANDIDATE, 1],
])(
  'SHELL-84 a page with the random number %f and the candidate %o sends %i reports',
  async (random, candidate, sent) => {
    await openPage(random, candidate);
    turn('hidden');
    expect(reports).toHaveLength(sent);
  },
);

test('SHELL-84 one request when the page is hidden, that goes on without it, and none without news', async () => {
  await openPage(0);
  turn('visible');
  expect(reports).toEqual([]);
  turn('hidden');
  expect(reports).toEqual([
    {
      url: 'https://abc.supabase.co/rest/v1/rpc/report_part_visits',
      keepalive: true,
      key: 'sb_publishable_a',
      visits: [{ remote: 'mfe-orders', build: 'b1', visits: 1, failed: 0, ms: 300 }],
    },
  ]);
  // Looked at again, and left.
  turn('visible');
  turn('hidden');
  turn('hidden');
  expect(reports).toHaveLength(1);
  // What fails after that is one more request.
  performance.mark(partMark('failed', PART));
  turn('hidden');
  turn('hidden');
  expect(reports.map(({ visits }) => visits)[1]).toEqual([
    { remote: 'mfe-orders', build: 'b1', visits: 0, failed: 1, ms: null },
  ]);
  expect(reports).toHaveLength(2);
});
