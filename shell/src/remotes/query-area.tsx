import { createElement, type ReactNode } from 'react';
import { LazyValue, useLazyValue } from '@taller/shared/runtime';
import { loadQuery } from '#src/remotes/federation.ts';

const queryRoot = new LazyValue(async () => (await loadQuery()).QueryRoot);

/** Provides the query cache to the screens behind the sign-in; public pages do not load it. */
export function QueryArea({ children }: { children: ReactNode }) {
  return createElement(useLazyValue(queryRoot), null, children);
}
