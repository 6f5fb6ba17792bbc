import { expect, test } from 'vitest';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import { inRoot } from '#src/workspace/root.ts';
import { browserScreens, REMOTE_FIELDS, SHELL_FIELDS } from './browser-screens.ts';

type Loaded = Record<string, Record<string, unknown>>;

/** The list as included in a build with these fields. */
function loaded(fields: typeof REMOTE_FIELDS): Loaded {
  const { load } = browserScreens(fields);
  const code = (load as (id: string) => string)(inRoot('shared/src/contract/screens.ts'));
  return JSON.parse(code.slice('export const SCREENS = '.length, -1)) as Loaded;
}

test('SHELL-35 a remote’s build contains the addresses of all screens and no other field of the list', () => {
  const screens = loaded(REMOTE_FIELDS);
  expect(Object.keys(screens)).toEqual(Object.keys(SCREENS));
  expect(screens.register).toEqual({ path: '/auth', query: 'register=true' });
});

test('SHELL-35 the shell’s build contains the fields that it shows, not those for the assembly of the site', () => {
  const { home, dashboard } = loaded(SHELL_FIELDS);
  expect(home).toEqual({ path: '/', title: SCREENS.home.title, remote: 'mfe-public', header: 'Inicio' });
  expect(dashboard).toEqual(SCREENS.dashboard);
});

test('SHELL-35 modules other than the list of screens are unchanged', () => {
  const { load } = browserScreens(REMOTE_FIELDS);
  expect((load as (id: string) => string | null)(inRoot('shared/src/contract/screen.ts'))).toBeNull();
});
