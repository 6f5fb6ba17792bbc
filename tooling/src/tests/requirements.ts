import { readFileSync } from 'node:fs';
import { inRoot } from '#src/workspace/root.ts';

/** Numbers of docs/requirements.md, in their order. */
export const requirementNumbers = (document: string): string[] =>
  [...document.matchAll(/^- (?<number>[A-Z]+-\d+) /gm)].map(({ groups }) => groups?.number ?? '');

/** The requirements that no title of a test names. */
export function unprovedRequirements(
  titles: readonly string[],
  document = readFileSync(inRoot('docs/requirements.md'), 'utf8'),
): string[] {
  const named = new Set(titles.flatMap((title) => title.match(/\b[A-Z]+-\d+\b/g) ?? []));
  return requirementNumbers(document).filter((number) => !named.has(number));
}
