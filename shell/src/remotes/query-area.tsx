import { createElement, type ReactNode } from 'react';
import { LazyValue, useLazyValue } from '@taller/shared/runtime';
import { loadQuery } from '#src/remotes/federation.ts';

const queryRoot = new LazyValue(async () => (await loadQuery()).QueryRoot);

/** Gives the screens behind the sign-in the query cache, which the public pages do not load. */
export function QueryArea({ children }: { children: ReactNode }) {
  return createElement(useLazyValue(queryRoot), null, children);
}
