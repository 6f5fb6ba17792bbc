import { mkdir, readFile, rm } from 'node:fs/promises';
import { inRoot } from '#src/root.ts';
import { runChecks } from '#src/tasks/checks.ts';
import { runEndToEnd } from '#src/tasks/end-to-end.ts';
import { run } from '#src/tasks/run.ts';

interface Counts {
  passed: number;
  failed: number;
}

async function runVitest(): Promise<Counts> {
  await mkdir(inRoot('.cache'), { recursive: true });
  const file = inRoot('.cache', `vitest-${process.pid}.json`);
  const { code } = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as { numPassedTests: number; numFailedTests: number },
    () => null,
  );
  await rm(file, { force: true });
  if (!report) return { passed: 0, failed: 1 };
  return { passed: report.numPassedTests, failed: Math.max(report.numFailedTests, code === 0 ? 0 : 1) };
}

/** Everything that proves the product. The static checks count only when they fail. */
const checks = await runChecks();
const units = await runVitest();
const endToEnd = await runEndToEnd([]);
const passed = units.passed + endToEnd.passed;
const failed = checks.failed + units.failed + endToEnd.failed;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
