import { globSync, readFileSync } from 'node:fs';
import { inRoot } from '#src/workspace/root.ts';

/**
 * Which tests a run has: `main` is everything without the tag `exhaustive`, `exhaustive` the rest (matrices over every
 * width, role or interrupted request, own repositories, long random runs), `all` both.
 */
export type Tier = 'main' | 'exhaustive' | 'all';

const TAG = 'exhaustive';
/** Loading a test file costs more than running it, so files without an exhaustive test are not loaded for that tier. */
const unitFilesWithTag = (): string[] =>
  globSync('{shared,shell,mfe-*,platform,supabase}/**/*.test.{ts,tsx}', {
    cwd: inRoot(),
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
    .filter((file) => readFileSync(inRoot(file), 'utf8').includes(`'${TAG}'`))
    .sort();

/** Arguments with which Vitest runs a tier. */
export function unitArguments(tier: Tier): string[] {
  if (tier === 'all') return [];
  return tier === 'main' ? [`--tags-filter=!${TAG}`] : [`--tags-filter=${TAG}`, ...unitFilesWithTag()];
}

/** Arguments with which Playwright runs a tier. */
export function browserArguments(tier: Tier): string[] {
  if (tier === 'all') return [];
  return [tier === 'main' ? '--grep-invert' : '--grep', `@${TAG}`];
}
