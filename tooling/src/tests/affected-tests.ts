import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '#src/workspace/root.ts';

/** Where browser tests record the sources that they have run (e2e/support/sources.ts). */
const SEEN = '.cache/e2e-sources';
const FRONT_END = /^(?:shell|shared|mfe-[^/]+)\/(?:src|public)\//;
/** Files that are not part of the site. */
const BESIDE = /^(?:docs|bench|\.ci|e2e)\/|\.md$|\.test\.tsx?$|^shared\/gallery\//;
/** Tests of other files depend on what earlier ones of the same file have left in the shop. */
const INDEPENDENT = /^test\.describe\.configure\(\{ mode: 'parallel' \}\)/m;

/**
 * The browser tests affected by a change: changed ones, and those whose pages ran a changed file in their last run. A
 * file without recorded tests, or outside the front ends, affects all of them.
 * @param changed paths relative to the workspace's root.
 * @returns lines of a list for Playwright: `mfe-orders/x.spec.ts` or `mfe-orders/x.spec.ts › title of a test`.
 */
export function affectedTests(changed: readonly string[], root = inRoot()): string[] {
  const specs = globSync('**/*.spec.ts', { cwd: join(root, 'e2e') }).sort();
  const runners = new Map(specs.map((spec) => [spec, runnersIn(root, spec)]));
  const affected = new Set<string>();
  for (const file of changed) {
    const spec = file.replace(/^e2e\//, '');
    if (runners.has(spec)) affected.add(spec);
    const mayBreak =
      file.startsWith('e2e/support/') || file.startsWith('e2e/fixtures/') || !BESIDE.test(file);
    if (!mayBreak) continue;
    const runIt = FRONT_END.test(file) ? [...runners.values()].flatMap((runner) => runner(file)) : [];
    for (const line of runIt.length > 0 ? runIt : fallback(file, specs)) affected.add(line);
  }
  // A whole file has its single tests in it.
  return [...affected]
    .filter((line) => !affected.has(line.replace(/ › .*/, '')) || specs.includes(line))
    .sort();
}

/** An unrecorded file of a remote affects that remote's tests; any other affects all. */
function fallback(file: string, specs: readonly string[]): readonly string[] {
  const [remote] = /^mfe-[^/]+/.exec(file) ?? [];
  const own = remote ? specs.filter((spec) => spec.startsWith(`${remote}/`)) : [];
  return own.length > 0 ? own : specs;
}

/** Tells which lines of a list stand for the tests of a file that ran a source: the file, or single tests of it. */
function runnersIn(root: string, spec: string): (source: string) => string[] {
  const folder = join(root, SEEN, spec);
  const notes = globSync('*.json', { cwd: folder }).map(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as { title: string; sources: string[] },
  );
  const isIndependent = INDEPENDENT.test(readFileSync(join(root, 'e2e', spec), 'utf8'));
  return (source) => {
    const runIt = notes.filter(({ sources }) => sources.includes(source));
    return [...new Set(runIt.map(({ title }) => (isIndependent ? `${spec} › ${title}` : spec)))];
  };
}
