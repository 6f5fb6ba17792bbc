import { run } from '#src/tasks/run.ts';

const CHECKS: readonly { name: string; command: string; args: string[] }[] = [
  { name: 'tipos', command: 'tsc', args: ['-b'] },
  { name: 'reglas de código', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'formato', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'código sin uso', command: 'knip', args: [] },
];

/** Runs the static checks one after the other, shows what fails, and counts. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const { name, command, args } of CHECKS) {
    const { code, output } = await run(command, args, { quiet: true });
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
    if (code === 0) continue;
    failed += 1;
    console.error(output);
  }
  return { passed: CHECKS.length - failed, failed };
}
