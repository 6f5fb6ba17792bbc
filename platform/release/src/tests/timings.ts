import { relative } from 'node:path';
import { ROOT } from '#src/workspace/root.ts';

/** Duration of a test, in milliseconds. */
export interface TestTime {
  /** Path from the workspace's root. */
  file: string;
  title: string;
  ms: number;
}

/** Duration of a part of the run, in milliseconds; parts may run in parallel. */
export interface PhaseTime {
  name: string;
  ms: number;
}

const SLOWEST = 30;

/** Aligned in a column. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(8)} s`;

/** Total duration by file, longest first. */
function byFile(tests: readonly TestTime[]): { file: string; ms: number; count: number }[] {
  const files = new Map<string, { file: string; ms: number; count: number }>();
  for (const { file, ms } of tests) {
    const sum = files.get(file) ?? { file, ms: 0, count: 0 };
    files.set(file, { file, ms: sum.ms + ms, count: sum.count + 1 });
  }
  return [...files.values()].sort((a, b) => b.ms - a.ms);
}

/** The timings of a run as text: its parts, the slowest tests, the slowest files. */
export function describeTimings(phases: readonly PhaseTime[], tests: readonly TestTime[]): string {
  const slowest = [...tests].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  return [
    '\nPartes',
    ...phases.map(({ name, ms }) => `${seconds(ms)}  ${name}`),
    `\nLas ${slowest.length} pruebas más lentas`,
    ...slowest.map(({ file, title, ms }) => `${seconds(ms)}  ${file} › ${title}`),
    '\nLos archivos más lentos (suma de sus pruebas)',
    ...byFile(tests)
      .slice(0, SLOWEST)
      .map(({ file, ms, count }) => `${seconds(ms)}  ${file} (${count})`),
  ].join('\n');
}

/** The used part of Vitest's JSON report. */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: string; duration?: number | null }[];
  }[];
}

/** The tests of a Vitest report with their durations. */
export const timesOfVitest = ({ testResults }: VitestReport): TestTime[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      file: relative(ROOT, name),
      title: fullName.trim(),
      ms: duration ?? 0,
    })),
  );

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { title: string; file: string; tests: { results: { duration: number }[] }[] }[];
}

/** The used part of Playwright's JSON report. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number };
  suites: PlaywrightSuite[];
}

/** The tests of a Playwright report with their durations. */
export function timesOfPlaywright(report: Pick<PlaywrightReport, 'suites'>): TestTime[] {
  return report.suites.flatMap((suite) => [
    ...suite.specs.flatMap(({ file, title, tests }) =>
      tests.map(({ results }) => ({
        file: `e2e/${file}`,
        title,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
      })),
    ),
    ...timesOfPlaywright({ suites: suite.suites ?? [] }),
  ]);
}
