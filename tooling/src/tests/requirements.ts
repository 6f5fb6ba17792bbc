import { readFileSync } from 'node:fs';
import { inRoot } from '#src/workspace/root.ts';

/** Numbers of the requirements, in their order, with whether only the exhaustive tier proves them. */
const requirements = (documents: string): { number: string; exhaustive: boolean }[] =>
  [...documents.matchAll(/^- (?<number>[A-Z]+-\d+) (?<mark>\(exhaustive\))?/gm)].map(({ groups }) => ({
    number: groups?.number ?? '',
    exhaustive: groups?.mark !== undefined,
  }));

/** The requirements of the shop and of the platform. */
const readRequirements = (): string =>
  ['docs/requirements.md', 'docs/platform/requirements.md']
    .map((file) => readFileSync(inRoot(file), 'utf8'))
    .join('\n');

/**
 * The requirements that no title of a test names.
 * @param titles of the tests that passed.
 * @param tier whether the exhaustive tier ran as well.
 */
export function unprovedRequirements(
  titles: readonly string[],
  tier: 'main' | 'all',
  documents = readRequirements(),
): string[] {
  const named = new Set(titles.flatMap((title) => title.match(/\b[A-Z]+-\d+\b/g) ?? []));
  return requirements(documents)
    .filter(({ number, exhaustive }) => !named.has(number) && (tier === 'all' || !exhaustive))
    .map(({ number }) => number);
}
