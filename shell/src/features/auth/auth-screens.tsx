import { createElement } from 'react';
import { LazyValue, useLazyValue } from '@taller/shared/runtime';
import type { ShellTarget } from '#src/routing/route-table.ts';

// One chunk for the three screens: users of one often need the next.
const screens = new LazyValue(() =>
  import('#src/features/auth/auth-chunk.tsx').then((module) => module.AUTH_SCREENS),
);

/** Preloads the three screens. */
export const preloadAuthScreens = (): Promise<unknown> => screens.start(0);

/** Sign-in, registration and passwords, lazily loaded. */
export function AuthScreens({ screen }: { screen: ShellTarget['screen'] }) {
  return createElement(useLazyValue(screens)[screen]);
}
