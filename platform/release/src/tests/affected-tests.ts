import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '#src/workspace/root.ts';

/** The folder in which browser tests record the sources that they have run (e2e/support/sources.ts). */
const SEEN = '.cache/e2e-sources';
/** Files that are not part of the site. */
const BESIDE = /^(?:docs|bench|\.ci|e2e)\/|\.md$|\.test\.tsx?$|^shared\/gallery\//;

/** The most tests to choose: so many take a third of a minute on two cores. */
const MOST = 16;
const EXHAUSTIVE = '@exhaustive';
const IS_TEST = /^\s*test\w*\(/gm;
const WORD = /[a-z]{4,}/g;

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
 * to a number. For a file that none is known to have run, they are those that ran what depends on it, else any of its
 * remote, those with a name like its own first.
 * @param changed paths relative to the workspace's root.
 * @param steps the files that depend on them, with their distance (dependents.ts).
 */
export function affectedTests(
  changed: readonly string[],
  steps: ReadonlyMap<string, number>,
  root = inRoot(),
): AffectedTests {
  const specs = globSync('**/*.spec.ts', { cwd: join(root, 'e2e') }).sort();
  const noted = specs.flatMap((spec) => notedIn(root, spec)).filter(({ line }) => !line.includes(EXHAUSTIVE));
  const whole = new Set<string>();
  const perhaps = new Set<string>();
  const single = new Map<string, Noted>();
  const remotes = new Set<string>();
  for (const file of changed) {
    const spec = file.replace(/^e2e\//, '');
    if (specs.includes(spec)) whole.add(spec);
    const mayBreak =
      file.startsWith('e2e/support/') || file.startsWith('e2e/fixtures/') || !BESIDE.test(file);
    if (!mayBreak) continue;
    remotes.add(folderOf(file));
    const runIt = runOf(noted, [file]);
    const found = runIt.length > 0 ? runIt : runOf(noted, nearest(steps, noted));
    for (const test of found) single.set(test.line, test);
    if (found.length === 0) for (const line of fallback(file, specs)) perhaps.add(line);
  }
  const isFar = ({ line }: Noted) => Number(!remotes.has(folderOf(line)));
  // A whole file has its single tests in it.
  const singles = [...single.values()]
    .filter(({ line }) => !whole.has(line.replace(/ › .*/, '')))
    .sort((a, b) => isFar(a) - isFar(b) || a.sources.length - b.sources.length);
  const chosen = singles.slice(0, MOST).map(({ line }) => line);
  let [count, leftOut] = [chosen.length, singles.length - chosen.length];
  for (const spec of perhaps) {
    if (whole.has(spec)) continue;
    const tests = readFileSync(join(root, 'e2e', spec), 'utf8').match(IS_TEST)?.length ?? 0;
    if (count + tests > MOST) leftOut += tests;
    else {
      count += tests;
      whole.add(spec);
    }
  }
  return { tests: [...whole, ...chosen].sort(), leftOut };
}

/** Tests whose pages ran one of some files. */
const runOf = (noted: readonly Noted[], files: readonly string[]): Noted[] =>
  noted.filter(({ sources }) => sources.some((source) => files.includes(source)));

/** The nearest dependents of the change that some test is known to have run. */
function nearest(steps: ReadonlyMap<string, number>, noted: readonly Noted[]): string[] {
  const known = new Set(noted.flatMap(({ sources }) => sources));
  const run = [...steps].filter(([file, step]) => step > 0 && known.has(file));
  const least = Math.min(...run.map(([, step]) => step));
  return run.filter(([, step]) => step === least).map(([file]) => file);
}

const folderOf = (path: string): string => path.split('/')[0] ?? '';

/** An unrecorded file of a remote affects that remote's tests; any other affects all. Names in common come first. */
function fallback(file: string, specs: readonly string[]): readonly string[] {
  const [remote] = /^mfe-[^/]+/.exec(file) ?? [];
  const own = remote ? specs.filter((spec) => spec.startsWith(`${remote}/`)) : [];
  const words = new Set(file.toLowerCase().match(WORD));
  const inCommon = (spec: string) => spec.match(WORD)?.filter((word) => words.has(word)).length ?? 0;
  return (own.length > 0 ? own : specs).toSorted((a, b) => inCommon(b) - inCommon(a));
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
