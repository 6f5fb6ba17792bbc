import { mkdir, readFile, rm } from 'node:fs/promises';
import { inRoot } from '#src/workspace/root.ts';
import { buildSite } from '#src/site/build-site.ts';
import { DEMO_FACTS } from '../../../supabase/seed/demo-facts.ts';
import { ensureChromium } from '#src/tasks/chromium.ts';
import { run } from '#src/workspace/run.ts';
import { failuresOfPlaywright, type PlaywrightFailures } from '#src/tests/failures.ts';
import { timesOfPlaywright, type PlaywrightReport } from '#src/tests/timings.ts';
import type { Outcome } from '#src/tests/units.ts';

/**
 * Builds the site and runs Playwright with the given arguments; counts the tests.
 * @param browser path of the browser; undefined for Playwright's own.
 */
export async function runEndToEnd(
  args: readonly string[],
  browser: Promise<string | undefined> = ensureChromium({ windowless: true }),
): Promise<Outcome> {
  const nothing = { passed: 0, failed: 1, times: [], failures: [] };
  let chromium: string | undefined;
  try {
    chromium = await browser;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return nothing;
  }
  await buildSite({ facts: DEMO_FACTS, keepDays: 0, log: (line) => console.log(line) });
  await mkdir(inRoot('.cache'), { recursive: true });
  const file = inRoot('.cache', `e2e-${process.pid}.json`);
  const { code } = await run('playwright', ['test', ...args], {
    env: { TALLER_E2E_JSON: file, ...(chromium ? { TALLER_CHROMIUM: chromium } : {}) },
  });
  const report = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as PlaywrightReport & PlaywrightFailures,
    () => null,
  );
  await rm(file, { force: true });
  if (!report) return nothing;
  const { expected, unexpected } = report.stats;
  // A run that fails without a failed test (a broken fixture, no test found) still counts as a failure.
  const failed = Math.max(unexpected, code === 0 ? 0 : 1);
  return {
    passed: expected,
    failed,
    times: timesOfPlaywright(report),
    failures: failuresOfPlaywright(report),
  };
}
