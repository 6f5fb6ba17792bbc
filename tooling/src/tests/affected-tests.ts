import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '#src/workspace/root.ts';

/** Where browser tests record the sources that they have run (e2e/support/sources.ts). */
const SEEN = '.cache/e2e-sources';
const FRONT_END = /^(?:shell|shared|mfe-[^/]+)\/(?:src|public)\//;
/** Files that are not part of the site. */
const BESIDE = /^(?:docs|bench|\.ci|e2e)\/|\.md$|\.test\.tsx?$|^shared\/gallery\//;

/** So many take half a minute on two cores. */
const MOST = 24;

interface Noted {
  /** A line of a list for Playwright: `mfe-orders/x.spec.ts › title of a test`. */
  line: string;
  sources: string[];
}

/** Tests for a list of Playwright, and how many affected ones are not in it. */
export interface AffectedTests {
  tests: string[];
  leftOut: number;
}

/**
 * The browser tests affected by a change: changed ones, and those whose pages ran a changed file in their last run, up
 * to a number. A file without recorded tests, or outside the front ends, affects all of them.
 * @param changed paths relative to the workspace's root.
 */
export function affectedTests(changed: readonly string[], root = inRoot()): AffectedTests {
  const specs = globSync('**/*.spec.ts', { cwd: join(root, 'e2e') }).sort();
  const noted = specs.flatMap((spec) => notedIn(root, spec));
  const whole = new Set<string>();
  const single = new Map<string, Noted>();
  const remotes = new Set<string>();
  for (const file of changed) {
    const spec = file.replace(/^e2e\//, '');
    if (specs.includes(spec)) whole.add(spec);
    const mayBreak =
      file.startsWith('e2e/support/') || file.startsWith('e2e/fixtures/') || !BESIDE.test(file);
    if (!mayBreak) continue;
    remotes.add(folderOf(file));
    const runIt = FRONT_END.test(file) ? noted.filter(({ sources }) => sources.includes(file)) : [];
    for (const test of runIt) single.set(test.line, test);
    if (runIt.length === 0) for (const line of fallback(file, specs)) whole.add(line);
  }
  const isFar = ({ line }: Noted) => Number(!remotes.has(folderOf(line)));
  // A whole file has its single tests in it.
  const singles = [...single.values()]
    .filter(({ line }) => !whole.has(line.replace(/ › .*/, '')))
    .sort((a, b) => isFar(a) - isFar(b) || a.sources.length - b.sources.length);
  const chosen = singles.slice(0, MOST).map(({ line }) => line);
  return { tests: [...whole, ...chosen].sort(), leftOut: singles.length - chosen.length };
}

const folderOf = (path: string): string => path.split('/')[0] ?? '';

/** An unrecorded file of a remote affects that remote's tests; any other affects all. */
function fallback(file: string, specs: readonly string[]): readonly string[] {
  const [remote] = /^mfe-[^/]+/.exec(file) ?? [];
  const own = remote ? specs.filter((spec) => spec.startsWith(`${remote}/`)) : [];
  return own.length > 0 ? own : specs;
}

/** The tests of a file with the sources that they have run. */
const notedIn = (root: string, spec: string): Noted[] =>
  globSync('*.json', { cwd: join(root, SEEN, spec) }).map((file) => {
    const note = JSON.parse(readFileSync(join(root, SEEN, spec, file), 'utf8')) as {
      title: string;
      sources: string[];
    };
    return { line: `${spec} › ${note.title}`, sources: note.sources };
  });
