import { readFileSync } from 'node:fs';
import type { Tier } from '#src/tests/tier.ts';
import { inRoot } from '#src/workspace/root.ts';

/** Numbers of the requirements, in their order, with whether only the exhaustive tier proves them. */
const requirements = (documents: string): { number: string; exhaustive: boolean }[] =>
  [...documents.matchAll(/^- (?<number>[A-Z]+-\d+) (?<mark>\(exhaustive\))?/gm)].map(({ groups }) => ({
    number: groups?.number ?? '',
    exhaustive: groups?.mark !== undefined,
  }));

/** The requirements of the shop and of the platform. */
const readRequirements = (): string =>
  ['docs/requirements.md', 'platform/docs/requirements.md']
    .map((file) => readFileSync(inRoot(file), 'utf8'))
    .join('\n');

/**
 * The requirements of a tier that no title of a test names.
 * @param titles of the tests that passed.
 */
export function unprovedRequirements(
  titles: readonly string[],
  tier: Tier,
  documents = readRequirements(),
): string[] {
  const named = new Set(titles.flatMap((title) => title.match(/\b[A-Z]+-\d+\b/g) ?? []));
  return requirements(documents)
    .filter(({ exhaustive }) => tier === 'all' || exhaustive === (tier === 'exhaustive'))
    .map(({ number }) => number)
    .filter((number) => !named.has(number));
}
