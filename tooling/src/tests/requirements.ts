import { readFileSync } from 'node:fs';
import { inRoot } from '#src/workspace/root.ts';

/** Numbers of docs/requirements.md, in their order, with whether only the exhaustive tier proves them. */
const requirements = (document: string): { number: string; exhaustive: boolean }[] =>
  [...document.matchAll(/^- (?<number>[A-Z]+-\d+) (?<mark>\(exhaustive\))?/gm)].map(({ groups }) => ({
    number: groups?.number ?? '',
    exhaustive: groups?.mark !== undefined,
  }));

/**
 * The requirements that no title of a test names.
 * @param titles of the tests that passed.
 * @param tier whether the exhaustive tier ran as well.
 */
export function unprovedRequirements(
  titles: readonly string[],
  tier: 'main' | 'all',
  document = readFileSync(inRoot('docs/requirements.md'), 'utf8'),
): string[] {
  const named = new Set(titles.flatMap((title) => title.match(/\b[A-Z]+-\d+\b/g) ?? []));
  return requirements(document)
    .filter(({ number, exhaustive }) => !named.has(number) && (tier === 'all' || !exhaustive))
    .map(({ number }) => number);
}
