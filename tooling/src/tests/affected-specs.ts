import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '#src/workspace/root.ts';

/** Where browser tests record the sources that they have run (e2e/support/sources.ts). */
const SEEN = '.cache/e2e-sources';
const FRONT_END = /^(?:shell|shared|mfe-[^/]+)\/(?:src|public)\//;
/** Files that are not part of the site. */
const BESIDE = /^(?:docs|bench|\.ci|e2e)\/|\.md$|\.test\.tsx?$|^shared\/gallery\//;

/**
 * The browser tests affected by a change: changed ones, and those whose pages ran a changed file in their last run. A
 * file without recorded tests, or outside the front ends, affects all of them.
 * @param changed paths relative to the workspace's root.
 * @returns paths below `e2e/`.
 */
export function affectedSpecs(changed: readonly string[], root = inRoot()): string[] {
  const specs = globSync('e2e/**/*.spec.ts', { cwd: root }).sort();
  const ran = new Map(specs.map((spec) => [spec, sourcesRun(root, spec)]));
  const affected = new Set<string>();
  for (const file of changed) {
    if (ran.has(file)) affected.add(file);
    const mayBreak =
      file.startsWith('e2e/support/') || file.startsWith('e2e/fixtures/') || !BESIDE.test(file);
    if (!mayBreak) continue;
    const runIt = FRONT_END.test(file) ? specs.filter((spec) => ran.get(spec)?.has(file)) : [];
    for (const spec of runIt.length > 0 ? runIt : fallback(file, specs)) affected.add(spec);
  }
  return [...affected].sort();
}

/** An unrecorded file of a remote affects that remote's tests; any other affects all. */
function fallback(file: string, specs: readonly string[]): readonly string[] {
  const [remote] = /^mfe-[^/]+/.exec(file) ?? [];
  const own = remote ? specs.filter((spec) => spec.startsWith(`e2e/${remote}/`)) : [];
  return own.length > 0 ? own : specs;
}

function sourcesRun(root: string, spec: string): Set<string> {
  const file = join(root, SEEN, `${spec.replace(/^e2e\//, '')}.json`);
  return new Set(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : []);
}
