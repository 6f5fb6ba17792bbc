import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startSharedCluster } from '@taller/server/testing/test-cluster.ts';
import { runChecks } from '#src/tasks/checks.ts';
import { ensureChromium } from '#src/tasks/chromium.ts';
import { buildTestedSite, runEndToEnd } from '#src/tasks/end-to-end.ts';
import { affectedTests, type AffectedTests } from '#src/tests/affected-tests.ts';
import { affectedUnits } from '#src/tests/affected-units.ts';
import { causesOf, dependents } from '#src/tests/dependents.ts';
import { describeFailures, type TestFailure } from '#src/tests/failures.ts';
import { keepFoldersInMemory } from '#src/tests/folders-in-memory.ts';
import { describeTimings, type PhaseTime } from '#src/tests/timings.ts';
import { describeLeftOut } from '#src/tests/left-out.ts';
import { hasBrowserTests, unitFilters } from '#src/tests/parts.ts';
import { unprovedRequirements } from '#src/tests/requirements.ts';
import { unitArguments, type Tier } from '#src/tests/tier.ts';
import { runUnits, type Outcome } from '#src/tests/units.ts';
import { inRoot, ROOT } from '#src/workspace/root.ts';
import { execFileSync } from 'node:child_process';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).split('\n').filter(Boolean);

/**
 * Files that differ from a commit, including new ones, as paths relative to the workspace's root.
 * @throws Error if the commit is unknown.
 */
function changedFiles(since: string): string[] {
  const tracked = git('diff', '--name-only', '--no-renames', since, '--');
  const untracked = git('ls-files', '--others', '--exclude-standard');
  return [...new Set([...tracked, ...untracked])].sort();
}

/** The commit at which the present branch left `main`; the last one if there is no such branch. */
function branchPoint(): string {
  try {
    return git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD';
  } catch {
    return 'HEAD';
  }
}

/**
 * `npm test [-- PART…] [--changed] [--since COMMIT] [--timings] [--exhaustive]`: the tests of the main tier, those of
 * parts (`mfe-orders`, a part of a path), those affected by changes since a commit (the last one by default), or the
 * exhaustive tier alone. `npm run test:all` (`--all`) runs both tiers. The static checks count only when they fail.
 */
const { values, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    since: { type: 'string', default: 'HEAD' },
    timings: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    exhaustive: { type: 'boolean', default: false },
  },
});
const tier: Tier = values.all ? 'all' : values.exhaustive ? 'exhaustive' : 'main';
keepFoldersInMemory();
// Makes the browser tests report their timings.
if (values.timings) process.env.TALLER_TIMINGS = '1';
const phases: PhaseTime[] = [];

async function phase<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  phases.push({ name, ms: performance.now() - started });
  return result;
}

/** Playwright's arguments for the affected tests; none if all tests run. The list is kept for inspection. */
function listed(affected: AffectedTests | undefined): string[] {
  if (!affected) return [];
  const { tests, leftOut } = affected;
  if (leftOut > 0) console.log(`${leftOut} pruebas de navegador más corren el cambio: quedan para npm test.`);
  const file = inRoot('.cache/changed-tests.txt');
  writeFileSync(file, tests.join('\n'));
  // The list may name tests that were renamed since their last run.
  return ['--test-list', file, '--pass-with-no-tests'];
}

const changed = values.changed ? changedFiles(values.since) : undefined;
const steps = changed && dependents(changed, values.since, inRoot());
const affected = changed && steps && affectedTests(causesOf(changed), steps);
const affectedFiles = steps && affectedUnits(steps, inRoot());
const isPart = parts.length > 0 || changed !== undefined;
/** Files that differ from the main branch: in a run of parts, checks of single files look at these. */
const fresh = parts.length > 0 ? changedFiles(branchPoint()) : undefined;

/** Filters of Vitest: a part of a path, or the files that a change affects, those of the parts if there are some. */
function filesOfUnits(): string[] {
  const filters = unitFilters(parts, fresh);
  if (!affectedFiles) return filters;
  const { files, leftOut } = affectedFiles;
  if (leftOut > 0)
    console.log(`${leftOut} archivos de pruebas más dependen del cambio: quedan para npm test.`);
  return filters.length === 0
    ? files
    : files.filter((file) => filters.some((filter) => file.includes(filter)));
}
const unitFiles = filesOfUnits();
const unitArgs = [...unitArguments(tier), ...unitFiles, ...(isPart ? ['--passWithNoTests'] : [])];
const browserArgs = [...listed(affected), ...parts, ...(parts.length > 0 ? ['--pass-with-no-tests'] : [])];
// Chromium is downloaded in the background while checks and unit tests use the processors.
const isBrowserless = affected?.tests.length === 0 || (parts.length > 0 && !hasBrowserTests(parts));
const browser = isBrowserless ? undefined : ensureChromium({ windowless: true });
// The failure is reported where it is awaited, after the unit tests.
browser?.catch(() => undefined);
// One PostgreSQL for the whole run.
const stopCluster = await phase('PostgreSQL', startSharedCluster);
try {
  const checks =
    tier === 'exhaustive'
      ? { failures: [] }
      : await phase('revisiones', () => runChecks({ changed: changed ?? fresh, allUnits: !isPart }));
  // The unit tests wait for processes half of the time.
  const site = browser && buildTestedSite();
  site?.catch(() => undefined);
  const nothing: Outcome = { passed: 0, failed: 0, times: [], failures: [], titles: [], leftOut: [] };
  const units =
    affectedFiles && unitFiles.length === 0
      ? nothing
      : await phase('unidades y servidor', () => runUnits(unitArgs));
  const endToEnd =
    browser === undefined
      ? nothing
      : await phase('navegador, con sus compilaciones', () =>
          runEndToEnd(tier, browserArgs, { browser, site }),
        );
  if (values.timings) console.log(describeTimings(phases, [...units.times, ...endToEnd.times]));
  if (tier === 'main') console.log(describeLeftOut([...units.leftOut, ...endToEnd.leftOut]));
  const unproved = isPart ? [] : unprovedRequirements([...units.titles, ...endToEnd.titles], tier);
  const documents: TestFailure[] =
    unproved.length === 0
      ? []
      : [
          {
            file: 'docs/requirements.md, platform/docs/requirements.md',
            title: '',
            message: `Ninguna prueba que pasó nombra: ${unproved.join(' ')}`,
          },
        ];
  // The last thing of the output, so that the end of a log has it.
  console.log(describeFailures([...checks.failures, ...units.failures, ...endToEnd.failures, ...documents]));
  const failed = checks.failures.length + units.failed + endToEnd.failed + documents.length;
  console.log(`${units.passed + endToEnd.passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
} finally {
  await stopCluster();
}
