/**
 * The first screen and the way to the orders on a slow phone: Chromium, 4x CPU throttling, cold cache, HTTP/2 with
 * brotli, one slow link for all that a page loads (slow-link.ts), median of the rounds, every variant once per round.
 * (a) the site built by `build:site`; (b) the same sources as one ordinary application, prerendered like the site,
 * split by route with Vite's defaults; (c) the landing's HTML and CSS as a static page. Limits: requests and JavaScript
 * until the page is interactive, first contentful paint against (c), interactivity, list and desk against (b). With
 * `--beside`, (d) is a site that another version built (`npm run build:site`).
 *
 * node bench/pages.ts [landing|orders|desk] [--rounds=5] [--network=1|9] [--beside=FOLDER]     (default: all, both)
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { startServer } from '@taller/server/start-server.ts';
import { buildSite } from '@taller/release/site/build-site';
import { DEMO_FACTS } from '../supabase/seed/demo-facts.ts';
import { ensureChromium } from '@taller/release/tasks/chromium';
import { startFront, type Front } from './support/http2-front.ts';
import { buildOrdinarySite, buildStaticPage } from '@taller/release/bench/ordinary-site';
import { NETWORKS, startSlowLink, type Network } from './support/slow-link.ts';
import { openDesk, signedIn, signInToList, visit, type Kept, type Visit } from './support/visit.ts';

const MAX_REQUESTS = 12;
const MAX_JS_KB = 102;
const MAX_FCP_TO_STATIC = 1.08;
const MAX_TO_ORDINARY = 1.15;
const MAX_INTERACTIVE_TO_ORDINARY = 1;

const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const beside = option('beside');
const ROUNDS = Number(option('rounds') ?? 5);
const networks = NETWORKS.filter(({ mbps }) => String(mbps).startsWith(option('network') ?? ''));
const wanted = (part: string) =>
  !process.argv.some((argument) => /^(?:landing|orders|desk)$/.test(argument)) || process.argv.includes(part);

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const ms = (value: number) => (Number.isNaN(value) ? '–' : String(Math.round(value)));
let missed = 0;

function judge(what: string, value: number, limit: number): void {
  if (value > limit) missed += 1;
  console.log(`  ${value <= limit ? '✓' : '✗'} ${what}: ${value.toFixed(2)} (límite ${limit})`);
}

type Key = 'a' | 'b' | 'c' | 'd';
type Site = Pick<Front, 'url' | 'close'>;
type Sites = Record<'a' | 'b' | 'c', Site> & { d?: Site };
const NAMES: Record<Key, string> = {
  a: '(a) sitio federado',
  b: '(b) una aplicación',
  c: '(c) página estática',
  d: '(d) otra versión',
};
/** The variants of a run; those without scripts only where that makes sense. */
const keysOf = (sites: Sites, isStaticToo = false): Key[] => [
  'a',
  'b',
  ...(isStaticToo ? (['c'] as const) : []),
  ...(sites.d ? (['d'] as const) : []),
];
const urlOf = (sites: Sites, key: Key): string => sites[key]?.url ?? '';

async function landing(browser: Browser, sites: Sites, network: Network): Promise<void> {
  const visits: Record<Key, Visit[]> = { a: [], b: [], c: [], d: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const key of keysOf(sites, true)) {
      visits[key].push(await visit(browser, urlOf(sites, key), key !== 'c'));
    }
  }
  const of = (key: Key, field: keyof Visit) => median(visits[key].map((one) => one[field]));
  console.log(`\nPortada, ${network.name}\n`);
  console.log('| variante | peticiones | JS kB brotli | FCP ms | LCP ms | un botón responde ms | CLS |');
  console.log('|---|---|---|---|---|---|---|');
  for (const key of keysOf(sites, true)) {
    const cells = [
      of(key, 'requests'),
      of(key, 'jsKb').toFixed(1),
      ms(of(key, 'fcp')),
      ms(of(key, 'lcp')),
      ms(of(key, 'interactive')),
      of(key, 'cls'),
    ];
    console.log(`| ${[NAMES[key], ...cells].join(' | ')} |`);
  }
  console.log('');
  judge('peticiones', of('a', 'requests'), MAX_REQUESTS);
  judge('JavaScript, kB', of('a', 'jsKb'), MAX_JS_KB);
  judge('FCP (a)/(c)', of('a', 'fcp') / of('c', 'fcp'), MAX_FCP_TO_STATIC);
  const slower = of('a', 'interactive') / of('b', 'interactive');
  judge('respuesta (a)/(b)', slower, MAX_INTERACTIVE_TO_ORDINARY);
  judge('CLS', of('a', 'cls'), 0);
}

async function orders(browser: Browser, sites: Sites, network: Network): Promise<void> {
  const times: Record<Key, number[]> = { a: [], b: [], c: [], d: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const key of keysOf(sites)) times[key].push(await signInToList(browser, urlOf(sites, key)));
  }
  console.log(`\nDel inicio de sesión a la primera orden, ${network.name}\n`);
  console.log('| variante | ms |\n|---|---|');
  for (const key of keysOf(sites)) console.log(`| ${NAMES[key]} | ${ms(median(times[key]))} |`);
  console.log('');
  judge('lista (a)/(b)', median(times.a) / median(times.b), MAX_TO_ORDINARY);
}

async function desk(browser: Browser, sites: Sites, network: Network): Promise<void> {
  const kept = new Map<Key, Kept>();
  for (const key of keysOf(sites)) kept.set(key, await signedIn(browser, urlOf(sites, key)));
  const opened: Record<Key, { ms: number; jsKb: number }[]> = { a: [], b: [], c: [], d: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const key of keysOf(sites))
      opened[key].push(await openDesk(browser, urlOf(sites, key), kept.get(key)));
  }
  const of = (key: Key, field: 'ms' | 'jsKb') => median(opened[key].map((one) => one[field]));
  console.log(`\nDel mesón, con sesión, a la primera orden, ${network.name}\n`);
  console.log('| variante | JS kB brotli | ms |\n|---|---|---|');
  for (const key of keysOf(sites))
    console.log(`| ${NAMES[key]} | ${of(key, 'jsKb').toFixed(1)} | ${ms(of(key, 'ms'))} |`);
  console.log('');
  judge('mesón (a)/(b)', of('a', 'ms') / of('b', 'ms'), MAX_TO_ORDINARY);
}

const folder = await mkdtemp(join(tmpdir(), 'taller-bench-'));
const site = await buildSite({ facts: DEMO_FACTS, log: console.log });
const [ordinary, handmade] = [join(folder, 'ordinary'), join(folder, 'static')];
await buildOrdinarySite(site, ordinary);
await buildStaticPage(site, handmade);
const server = await startServer({
  port: 0,
  dataDir: join(folder, 'data'),
  mode: 'demo',
  siteDir: null,
  quiet: true,
});
const sites: Sites = {
  a: await startFront(site, server),
  b: await startFront(ordinary, server),
  c: await startFront(handmade, server),
  ...(beside === undefined ? {} : { d: await startFront(beside, server) }),
};
/** The sites behind a slow link each. */
async function linked(network: Network): Promise<Sites> {
  const [a, b, c] = [
    await startSlowLink(sites.a.url, network),
    await startSlowLink(sites.b.url, network),
    await startSlowLink(sites.c.url, network),
  ];
  return { a, b, c, ...(sites.d ? { d: await startSlowLink(sites.d.url, network) } : {}) };
}
const executablePath = await ensureChromium({ windowless: false });
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

// Warm-up round: the server compresses every file, at the best quality in the background, and PostgreSQL plans.
for (const key of keysOf(sites, true)) {
  await visit(browser, urlOf(sites, key), key !== 'c');
  if (wanted('orders') && key !== 'c') await signInToList(browser, urlOf(sites, key));
  if (wanted('desk') && key !== 'c') await signedIn(browser, urlOf(sites, key));
}
await new Promise((resolve) => setTimeout(resolve, 3000));
for (const network of networks) {
  const links = await linked(network);
  if (wanted('landing')) await landing(browser, links, network);
  if (wanted('orders')) await orders(browser, links, network);
  if (wanted('desk')) await desk(browser, links, network);
  for (const link of Object.values(links)) link.close();
}
await browser.close();
for (const front of Object.values(sites)) front.close();
await server.close();
await rm(folder, { recursive: true, force: true });
process.exit(missed > 0 ? 1 : 0);
