import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '#src/workspace/root.ts';

/** A test that failed. */
export interface TestFailure {
  /** Path from the workspace's root. */
  file: string;
  /** Title of the test; empty if the whole file failed. */
  title: string;
  /** First lines of its error, without colours. */
  message: string;
}

/** The failures in a Vitest report. */
export interface VitestFailures {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    tests: { results: { status: string; error?: { message?: string } }[] }[];
  }[];
}

/** The failures in a Playwright report. */
export interface PlaywrightFailures {
  suites: PlaywrightSuite[];
}

const LINES = 12;
/** Longest line shown: a counterexample of random tests takes many kB, and the reason follows it. */
const LINE_LENGTH = 160;
/** Lines for all failures: those of both tiers fit into the end of a build machine's log. */
const SCREEN = 30;

const shortened = (line: string): string =>
  line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)}…` : line;

/** Start of an error, without the calls of packages. */
export function startOf(message: string): string {
  const plain = stripVTControlCharacters(message);
  const own = plain.split('\n').filter((line) => line.trim() && !line.includes('/node_modules/'));
  return own.slice(0, LINES).map(shortened).join('\n');
}

/** The failed tests of a Vitest report, and the files that failed before their first test. */
export const failuresOfVitest = ({ testResults }: VitestFailures): TestFailure[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ file, title: '', message: startOf(message) }];
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      title: fullName.trim(),
      message: startOf(failureMessages?.join('\n') ?? ''),
    }));
  });

/** The failed tests of a Playwright report. */
export function failuresOfPlaywright({ suites }: PlaywrightFailures): TestFailure[] {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap(({ file, title, tests }) => {
      const failed = tests
        .flatMap(({ results }) => results)
        .find(({ status }) => status !== 'passed' && status !== 'skipped');
      if (!failed) return [];
      return [{ file: `e2e/${file}`, title, message: startOf(failed.error?.message ?? failed.status) }];
    }),
    ...failuresOfPlaywright({ suites: suite.suites ?? [] }),
  ]);
}

/**
 * Describes the failures of a run for the end of its log; empty without failures. All fit on one screen: the more there
 * are, the less of each error is shown.
 */
export function describeFailures(failures: readonly TestFailure[]): string {
  if (failures.length === 0) return '';
  const shown = failures.slice(0, failures.length > SCREEN ? SCREEN - 1 : SCREEN);
  const linesOfEach = Math.max(0, Math.floor(SCREEN / failures.length) - 1);
  return [
    `\nFallaron (${failures.length})`,
    ...shown.flatMap(({ file, title, message }) => [
      title ? `✗ ${file} › ${shortened(title)}` : `✗ ${file}`,
      ...message
        .split('\n')
        .slice(0, linesOfEach)
        .map((line) => `    ${line}`),
    ]),
    ...(shown.length < failures.length ? [`… y ${failures.length - shown.length} más`] : []),
  ].join('\n');
}
