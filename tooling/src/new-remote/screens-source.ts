import type { Screen } from '@taller/shared/contract/screen.ts';

/** The list of screens, from the workspace's root. */
export const SCREENS_FILE = 'shared/src/contract/screens.ts';

/**
 * The text of shared/src/contract/screens.ts with this list, before it is formatted. That file is data: whoever adds to
 * it reads the list, adds, and writes the whole file (screens-source.test.ts holds that nothing is lost).
 */
export function screensSource(screens: Readonly<Record<string, Screen>>): string {
  const entries = Object.entries(screens).map(([key, screen]) => `  ${key}: ${JSON.stringify(screen)},\n`);
  return `import type { Screen } from '#src/contract/screen.ts';

/**
 * Every screen of the site, once: router, header, tabs, prefetch, pages, robots.txt and sitemap follow from it. Data
 * alone, which \`pnpm new-remote\` rewrites: what the fields mean stands in screen.ts.
 */
export const SCREENS = {
${entries.join('')}} as const satisfies Readonly<Record<string, Screen>>;
`;
}
