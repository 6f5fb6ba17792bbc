import { mkdir, readFile, rm } from 'node:fs/promises';
import { inRoot } from '#src/workspace/root.ts';
import { buildSite } from '#src/site/build-site.ts';
import { DEMO_FACTS } from '../../../../supabase/seed/demo-facts.ts';
import { ensureChromium } from '#src/tasks/chromium.ts';
import { run } from '#src/workspace/run.ts';
import { failuresOfPlaywright, type PlaywrightFailures } from '#src/tests/failures.ts';
import { timesOfPlaywright, type PlaywrightReport } from '#src/tests/timings.ts';
import { browserArguments, type Tier } from '#src/tests/tier.ts';
import { broken, orItself, type Outcome } from '#src/tests/units.ts';

interface Suite {
  title: string;
  suites?: Suite[];
  specs: { title: string; file: string; ok: boolean }[];
}

/** A browser test in Playwright's JSON report, of a run or of a list. */
interface BrowserTest {
  /** Path from the workspace's root. */
  file: string;
  /** Its title, after those of the groups around it. */
  title: string;
  ok: boolean;
}

/** The tests of a Playwright report. */
function browserTests({ suites }: { suites: Suite[] }, around = ''): BrowserTest[] {
  return suites.flatMap((suite) => [
    ...suite.specs.map(({ title, file, ok }) => ({
      file: `e2e/${file}`,
      title: `${around}${suite.title} ${title}`,
      ok,
    })),
    ...browserTests({ suites: suite.suites ?? [] }, `${around}${suite.title} `),
  ]);
}

type Report = PlaywrightReport & PlaywrightFailures & Parameters<typeof browserTests>[0];

/** Runs Playwright and reads its report; null if there is none. */
async function report(
  args: readonly string[],
  options: { env?: Record<string, string>; quiet?: boolean },
): Promise<{ code: number; report: Report | null }> {
  await mkdir(inRoot('.cache'), { recursive: true });
  const file = inRoot('.cache', `e2e-${process.pid}.json`);
  const { code } = await run('playwright', ['test', ...args], {
    ...options,
    env: { ...options.env, TALLER_E2E_JSON: file },
  });
  const text = await readFile(file, 'utf8').catch(() => null);
  await rm(file, { force: true });
  return { code, report: text === null ? null : (JSON.parse(text) as Report) };
}

/** Files of the browser tests that the main tier leaves out, one for each test; those of a list are not looked for. */
async function leftOutOf(tier: Tier, args: readonly string[]): Promise<string[]> {
  if (tier !== 'main' || args.includes('--test-list')) return [];
  const listed = await report(['--list', ...browserArguments('exhaustive'), ...args], { quiet: true });
  return listed.report ? browserTests(listed.report).map(({ file }) => file) : [];
}

/** Builds the site that browser tests open. */
export const buildTestedSite = (): Promise<unknown> =>
  buildSite({ facts: DEMO_FACTS, keepDays: 0, log: (line) => console.log(line) });

/**
 * Runs the browser tests of a tier; counts them.
 * @param args further arguments of Playwright.
 * @param prepared path of the browser, undefined for Playwright's own; and when the site is built.
 */
export async function runEndToEnd(
  tier: Tier,
  args: readonly string[],
  {
    browser = ensureChromium({ windowless: true }),
    site = buildTestedSite(),
  }: { browser?: Promise<string | undefined>; site?: Promise<unknown> } = {},
): Promise<Outcome> {
  let chromium: string | undefined;
  try {
    chromium = await browser;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(reason);
    return broken('chromium', reason);
  }
  await site;
  const leftOut = await leftOutOf(tier, args);
  const ran = await report([...browserArguments(tier), ...args], {
    env: chromium ? { TALLER_CHROMIUM: chromium } : {},
  });
  if (!ran.report)
    return broken('playwright', `ended with ${ran.code} before its report; its output says why`);
  const { expected, unexpected } = ran.report.stats;
  // A run that fails without a failed test (a broken fixture, no test found) still counts as a failure.
  const failed = Math.max(unexpected, ran.code === 0 ? 0 : 1);
  return {
    passed: expected,
    failed,
    times: timesOfPlaywright(ran.report),
    failures: orItself('playwright', ran.code, failuresOfPlaywright(ran.report)),
    titles: browserTests(ran.report)
      .filter(({ ok }) => ok)
      .map(({ title }) => title),
    leftOut,
  };
}
