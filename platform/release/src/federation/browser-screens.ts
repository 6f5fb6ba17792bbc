import type { Plugin } from 'vite';
import type { Screen } from '@taller/shared/contract/screen.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import { sharedFile } from '#src/workspace/root.ts';

/** Fields of the screens that a remote uses: their paths (shared/src/contract/paths.ts). */
export const REMOTE_FIELDS: readonly (keyof Screen)[] = ['path', 'query'];

/** Fields used only by the site's assembly and the server. */
const BUILD_FIELDS: readonly (keyof Screen)[] = ['prerendered', 'plain'];
const present = new Set(Object.values<Screen>(SCREENS).flatMap((screen) => Object.keys(screen)));
export const SHELL_FIELDS = ([...present] as (keyof Screen)[]).filter(
  (field) => !BUILD_FIELDS.includes(field),
);

/** The list of screens with only these fields, so that a build includes nothing it does not read. */
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
      id.split('?')[0] === sharedFile('contract/screens.ts')
        ? `export const SCREENS = ${JSON.stringify(Object.fromEntries(screens))};`
        : null,
  };
}
