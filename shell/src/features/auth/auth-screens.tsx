import { createElement } from 'react';
import { LazyValue, useLazyValue } from '@taller/shared/runtime';
import type { ShellTarget } from '#src/routing/route-table.ts';

// One chunk for the three screens: who needs one of them often needs the next.
const screens = new LazyValue(() =>
  import('#src/features/auth/auth-chunk.tsx').then((module) => module.AUTH_SCREENS),
);

/** Loads the three screens before one of them is shown. */
export const preloadAuthScreens = (): Promise<unknown> => screens.start(0);

/** Sign-in, registration and passwords, loaded when first shown. */
export function AuthScreens({ screen }: { screen: ShellTarget['screen'] }) {
  return createElement(useLazyValue(screens)[screen]);
}
