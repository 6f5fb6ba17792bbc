import { expect, test } from 'vitest';
import type { DeclaredScreen } from '@taller/shared/contract/declared-screen.ts';
import { parseDeclaredScreens } from './declared-screens.ts';

const SCREEN: DeclaredScreen = {
  path: '/dashboard/garantias',
  title: 'Garantías',
  frame: 'dashboard',
  tab: 'Garantías',
  roles: ['admin'],
};

test.each([
  ['no screens', []],
  ['a path with a pattern', [{ ...SCREEN, path: '/dashboard/garantias/*' }]],
  ['a path that climbs', [{ ...SCREEN, path: '/dashboard/garantias/../ajustes' }]],
  ['no roles', [{ ...SCREEN, roles: [] }]],
  ['a role that does not exist', [{ ...SCREEN, roles: ['root'] }]],
  ['a tab that pushes all others away', [{ ...SCREEN, tab: 'G'.repeat(21) }]],
  ['a title that turns the text around', [{ ...SCREEN, title: 'Gar\u202Eantías' }]],
  ['a tab with nothing to see', [{ ...SCREEN, tab: '\u200B' }]],
  [
    'the same address twice',
    [
      { ...SCREEN, path: '/dashboard/garantias/:id' },
      { ...SCREEN, path: '/dashboard/garantias/:otro' },
    ],
  ],
  ['a field of the site alone', [{ ...SCREEN, permission: 'desk' }]],
  ['no list', 'all'],
])('SHELL-77 screens with %s are refused', (_, screens) => {
  expect(() => parseDeclaredScreens('mfe-garantias', screens)).toThrow(
    'Las pantallas de mfe-garantias no sirven: screens',
  );
});

test('SHELL-77 a list, one of its items and a new one are three screens', () => {
  const screens = ['', '/:id', '/nueva'].map((rest) => ({ ...SCREEN, path: SCREEN.path + rest }));
  expect(parseDeclaredScreens('mfe-garantias', screens)).toEqual(screens);
});
