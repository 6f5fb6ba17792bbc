import { existsSync } from 'node:fs';
import { startOf, type TestFailure } from '#src/tests/failures.ts';
import { inRoot } from '#src/workspace/root.ts';
import { run } from '#src/workspace/run.ts';

interface Check {
  name: string;
  command: string;
  args: string[];
  /** The files of a check that looks at each one by itself. */
  source?: RegExp;
  /** Whether the unit tests have it in them. */
  isUnit?: boolean;
}

const CHECKS: readonly Check[] = [
  // One checker: four of them take twice the processor time, which the other checks need.
  { name: 'tipos', command: 'tsc', args: ['-b', '--singleThreaded'] },
  {
    name: 'reglas de código',
    command: 'oxlint',
    args: ['--type-aware', '--deny-warnings'],
    source: /\.(?:ts|tsx|mjs)$/,
  },
  { name: 'formato', command: 'oxfmt', args: ['--check'], source: /\.(?:ts|tsx|mjs|json|md|css|ya?ml)$/ },
  { name: 'capas', command: 'vitest', args: ['run', 'platform/release/src/layers'], isUnit: true },
  {
    name: 'esquema con su migración',
    command: 'node',
    args: ['platform/release/src/tasks/check-schemas.ts'],
  },
  { name: 'código sin uso', command: 'knip', args: [] },
  {
    name: 'código que solo usan las pruebas',
    command: 'knip',
    args: ['--production', '--exclude', 'dependencies'],
  },
];

/** Files that a check looks at: all, or the changed ones; null if there are none. */
function filesOf({ source }: Check, changed: readonly string[] | undefined): string[] | null {
  if (!source) return [];
  if (!changed) return ['.'];
  const files = changed.filter((file) => source.test(file) && existsSync(inRoot(file)));
  return files.length > 0 ? files : null;
}

/**
 * Runs the static checks in parallel and prints failures.
 * @param options.changed limits to these files what looks at each file by itself.
 * @param options.allUnits whether all unit tests run too.
 * @returns how many passed, and what failed.
 */
export async function runChecks({
  changed,
  allUnits = false,
}: { changed?: readonly string[] | undefined; allUnits?: boolean } = {}): Promise<{
  passed: number;
  failures: TestFailure[];
}> {
  const failures: TestFailure[] = [];
  const checks = CHECKS.filter(({ isUnit = false }) => !isUnit || !allUnits);
  await Promise.all(
    checks.map(async (check) => {
      const { name, command, args } = check;
      const files = filesOf(check, changed);
      const { code, output } = files
        ? await run(command, [...args, ...files], { quiet: true })
        : { code: 0, output: '' };
      console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
      if (code === 0) return;
      console.error(output);
      failures.push({ file: name, title: '', message: startOf(output) });
    }),
  );
  return { passed: checks.length - failures.length, failures };
}
