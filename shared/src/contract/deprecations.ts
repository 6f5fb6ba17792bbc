import type { RuntimeVersion } from '#src/contract/runtime-version.ts';

/** A name that remotes should stop using, so that the shell can stop providing it. */
export interface Deprecation {
  /** Where remotes import it from; of the contract by file: `@taller/shared/contract/paths.ts`. */
  module: '@taller/shared/runtime' | '@taller/shared/query' | `@taller/shared/contract/${string}.ts`;
  name: string;
  /** Runtime version that was the newest when it was deprecated. */
  since: RuntimeVersion;
  /** What to use, in Spanish: publications and reports end with it. */
  instead: string;
  /** Runtime version that no longer has it: a later one than `since`, with an entry in runtime-history.ts. */
  removed?: RuntimeVersion;
}

/**
 * Deprecated names, and those that were removed since. A name is added here while every remote may still use it; it
 * gets `removed` when `npm run contract-diff` says that nobody does. Changing a name is adding another one and
 * deprecating this one. The list restarts with the contract's number, as runtime-history.ts does.
 */
export const DEPRECATIONS: readonly Deprecation[] = [
  {
    module: '@taller/shared/query',
    name: 'useIsFetching',
    since: '1.4',
    instead: 'isFetching de la consulta',
  },
  {
    module: '@taller/shared/runtime',
    name: 'detachedSupabase',
    since: '1.4',
    instead: 'supabase, con la función create_account',
  },
];
