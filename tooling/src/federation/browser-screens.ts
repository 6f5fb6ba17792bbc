import type { Plugin } from 'vite';
import type { Screen } from '@taller/shared/contract/screen.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import { inRoot } from '#src/workspace/root.ts';

/** What a remote knows of the screens: their addresses (shared/src/contract/paths.ts). */
export const REMOTE_FIELDS: readonly (keyof Screen)[] = ['path', 'query'];

/** What only the assembly of the site and the server read. */
const BUILD_FIELDS: readonly (keyof Screen)[] = ['prerendered', 'plain'];
const present = new Set(Object.values<Screen>(SCREENS).flatMap((screen) => Object.keys(screen)));
export const SHELL_FIELDS = ([...present] as (keyof Screen)[]).filter(
  (field) => !BUILD_FIELDS.includes(field),
);

/** The list of screens with these fields alone: each build carries what it reads, and no byte more. */
export function browserScreens(fields: readonly (keyof Screen)[]): Plugin {
  const screens = Object.entries<Screen>(SCREENS).map(([name, screen]) => [
    name,
    Object.fromEntries(Object.entries(screen).filter(([field]) => fields.includes(field as keyof Screen))),
  ]);
  return {
    name: 'taller-browser-screens',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id.split('?')[0] === inRoot('shared/src/contract/screens.ts')
        ? `export const SCREENS = ${JSON.stringify(Object.fromEntries(screens))};`
        : null,
  };
}
