import { mkdir, readFile, rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { inRoot, ROOT } from '#src/workspace/root.ts';
import { run } from '#src/workspace/run.ts';
import { failuresOfVitest, type TestFailure, type VitestFailures } from '#src/tests/failures.ts';
import { timesOfVitest, type TestTime, type VitestReport } from '#src/tests/timings.ts';

/** Result of a part of the suite. */
export interface Outcome {
  passed: number;
  failed: number;
  times: TestTime[];
  failures: TestFailure[];
  /** Titles of the passed tests, with those of the groups around them. */
  titles: string[];
  /** The file of each test that the tier leaves out. */
  leftOut: string[];
}

/** A part of the suite that could not run at all, with the reason. */
export const broken = (part: string, message: string): Outcome => ({
  passed: 0,
  failed: 1,
  times: [],
  failures: [{ file: part, title: '', message }],
  titles: [],
  leftOut: [],
});

/** Failures of a part that failed; it may have done so outside of its tests. */
export const orItself = (part: string, code: number, failures: TestFailure[]): TestFailure[] =>
  code === 0 || failures.length > 0
    ? failures
    : [{ file: part, title: '', message: `ended with ${code} and no failed test; its output says why` }];

/** Runs Vitest with further arguments. */
export async function runUnits(args: readonly string[]): Promise<Outcome> {
  await mkdir(inRoot('.cache'), { recursive: true });
  const file = inRoot('.cache', `vitest-${process.pid}.json`);
  const reporters = [
    '--reporter=default',
    '--reporter=./platform/release/src/tests/vitest-progress.ts',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const { code } = await run('vitest', ['run', ...reporters, ...args]);
  const report = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as VitestReport & VitestFailures,
    () => null,
  );
  await rm(file, { force: true });
  if (!report) return broken('vitest', `ended with ${code} before its report; its output says why`);
  const results = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((result) => ({ ...result, file: relative(ROOT, name) })),
  );
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, code === 0 ? 0 : 1),
    times: timesOfVitest(report),
    failures: orItself('vitest', code, failuresOfVitest(report)),
    titles: results.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
    leftOut: results.filter(({ status }) => status === 'skipped').map(({ file }) => file),
  };
}
