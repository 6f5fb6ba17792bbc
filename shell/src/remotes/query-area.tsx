import { loadShare } from '@module-federation/runtime';
import { createElement, type ReactNode } from 'react';
import type * as Query from '@taller/shared/query';
import { LazyValue, useLazyValue } from '@taller/shared/runtime';

/**
 * Asks the federation for the cache instead of importing it: what the shell imports, even dynamically, is loaded when the page starts, and the public
 * pages have no use for it.
 */
const queryRoot = new LazyValue(async () => {
  const factory = await loadShare<typeof Query>('@taller/shared/query');
  const query = factory && factory();
  if (!query) throw new Error('The federation has no @taller/shared/query');
  return query.QueryRoot;
});

/** Gives the screens behind the sign-in the query cache, which the public pages do not load. */
export function QueryArea({ children }: { children: ReactNode }) {
  return createElement(useLazyValue(queryRoot), null, children);
}
