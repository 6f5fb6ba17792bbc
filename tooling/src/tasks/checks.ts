import { startOf, type TestFailure } from '#src/tests/failures.ts';
import { run } from '#src/workspace/run.ts';

const CHECKS: readonly { name: string; command: string; args: string[] }[] = [
  // One checker: four of them take twice the processor time, which the other checks need.
  { name: 'tipos', command: 'tsc', args: ['-b', '--singleThreaded'] },
  { name: 'reglas de código', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'formato', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'capas', command: 'vitest', args: ['run', 'tooling/src/layers'] },
  { name: 'código sin uso', command: 'knip', args: [] },
  {
    name: 'código que solo usan las pruebas',
    command: 'knip',
    args: ['--production', '--exclude', 'dependencies'],
  },
];

/** Runs the static checks in parallel and prints failures. @returns how many passed, and what failed. */
export async function runChecks(): Promise<{ passed: number; failures: TestFailure[] }> {
  const failures: TestFailure[] = [];
  await Promise.all(
    CHECKS.map(async ({ name, command, args }) => {
      const { code, output } = await run(command, args, { quiet: true });
      console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
      if (code === 0) return;
      console.error(output);
      failures.push({ file: name, title: '', message: startOf(output) });
    }),
  );
  return { passed: CHECKS.length - failures.length, failures };
}
