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

/** Runs the static checks in parallel, prints failures, and counts. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const results = await Promise.all(
    CHECKS.map(async ({ name, command, args }) => {
      const { code, output } = await run(command, args, { quiet: true });
      console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
      if (code !== 0) console.error(output);
      return code === 0;
    }),
  );
  const passed = results.filter(Boolean).length;
  return { passed, failed: CHECKS.length - passed };
}
