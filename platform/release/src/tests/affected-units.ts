import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STARTS_PROCESSES } from '#src/tests/longest-first.ts';

const TEST = /\.test\.tsx?$/;
const HAS_SERVER = /\b(?:openShop|startTestServer)\b/;
/** The most seconds of a processor to spend: what two do in a quarter of a minute. */
const MOST = 30;

/** Seconds of processor time that the tests of a file take, about. */
function costOf(text: string): number {
  if (STARTS_PROCESSES.test(text)) return 8;
  if (HAS_SERVER.test(text)) return 2;
  return text.includes('@vitest-environment jsdom') ? 0.7 : 0.2;
}

/**
 * The unit and database tests affected by a change: changed ones, and those that depend on a changed file, the nearest
 * first, as many as take a quarter of a minute.
 * @param steps the files that depend on the change, with their distance (dependents.ts).
 */
export function affectedUnits(
  steps: ReadonlyMap<string, number>,
  root: string,
): { files: string[]; leftOut: number } {
  const tests = [...steps]
    .filter(([file]) => TEST.test(file))
    .flatMap(([file, step]) => {
      try {
        return [{ file, step, cost: costOf(readFileSync(join(root, file), 'utf8')) }];
      } catch {
        // It was deleted.
        return [];
      }
    })
    .sort((a, b) => a.step - b.step || a.cost - b.cost);
  let spent = 0;
  const chosen = tests.filter(({ step, cost }) => step === 0 || (spent += cost) <= MOST);
  return { files: chosen.map(({ file }) => file).sort(), leftOut: tests.length - chosen.length };
}
