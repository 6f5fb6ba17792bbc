import type { Screen } from '@taller/shared/contract/screen.ts';

/** The file of the list of screens, relative to the workspace's root. */
export const SCREENS_FILE = 'shared/src/contract/screens.ts';

/**
 * Serialises the list as shared/src/contract/screens.ts, unformatted. That file is data and always written as a whole
 * (screens-source.test.ts checks that nothing is lost).
 */
export function screensSource(screens: Readonly<Record<string, Screen>>): string {
  const entries = Object.entries(screens).map(([key, screen]) => `  ${key}: ${JSON.stringify(screen)},\n`);
  return `import type { Screen } from '#src/contract/screen.ts';

/**
 * Every screen of the site: router, header, tabs, prefetch, pages, robots.txt and sitemap are derived from it. Pure
 * data, rewritten by \`npm run new-remote\`; screen.ts documents the fields.
 */
export const SCREENS = {
${entries.join('')}} as const satisfies Readonly<Record<string, Screen>>;
`;
}
