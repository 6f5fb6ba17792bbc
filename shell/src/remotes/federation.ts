import * as React from 'react';
import * as ReactDom from 'react-dom';
import type * as Query from '@taller/shared/query';
import * as runtime from '@taller/shared/runtime';

/** Exports of a remote's entry: the container interface of Module Federation. */
interface Container {
  init: (shareScope: object, initScope: object[]) => unknown;
  get: (module: string) => Promise<() => unknown>;
}

/** Loads the query cache, a singleton that public pages do not need. */
export const loadQuery = (): Promise<typeof Query> => import('@taller/shared/query');

/** A singleton as Module Federation describes it. */
const described = (version: string) => ({
  version,
  shareConfig: { singleton: true, requiredVersion: '*' as const },
});
/** A module that is already loaded. */
const present = (version: string, module: unknown) => ({
  ...described(version),
  lib: () => module,
  get: () => Promise.resolve(() => module),
});

/** The singletons that every remote takes (see platform/release/src/federation/singletons.ts), by package. */
const SHARED = {
  react: present(React.version, React),
  'react-dom': present(ReactDom.version, ReactDom),
  '@taller/shared/runtime': present(__SHARED_VERSION__, runtime),
  '@taller/shared/query': {
    ...described(__SHARED_VERSION__),
    get: async () => {
      const query = await loadQuery();
      return () => query;
    },
  },
};
export type Shared = typeof SHARED;

/** The same by package and version. */
const SHARE_SCOPE: object = Object.fromEntries(
  Object.entries(SHARED).map(([name, provider]) => [name, { [provider.version]: provider }]),
);

/** A remote's entry failed to load, threw, or rejected the singletons. */
export class EntryFailure extends Error {}

/** The share scope passed to an entry's `init`. */
async function shareScopeFor(isPlain: boolean): Promise<object> {
  if (isPlain) return SHARE_SCOPE;
  const { provideRuntime } = await import('#src/remotes/federation-runtime.ts');
  return provideRuntime(SHARED);
}

async function open(entry: string, isPlain: boolean): Promise<Container> {
  try {
    const scope = await shareScopeFor(isPlain);
    const container = (await import(/* @vite-ignore */ entry)) as Container;
    await container.init(scope, []);
    return container;
  } catch (error) {
    throw new EntryFailure(`${entry} could not be opened: ${String(error)}`, { cause: error });
  }
}

const containers = new Map<string, Promise<Container>>();

/**
 * Loads an exposed module of a remote.
 * @param entry absolute URL of the remote's entry; another URL is another build.
 * @param module its name without `./`.
 * @param isPlain whether the entry needs nothing but the singletons (RegistryRemote.plainEntry).
 * @throws if the entry or the module fails to load; the next call retries.
 */
export async function loadModule<T>(entry: string, module: string, isPlain: boolean): Promise<T> {
  const container = containers.get(entry) ?? open(entry, isPlain);
  containers.set(entry, container);
  try {
    const factory = await (await container).get(`./${module}`);
    return (await factory()) as T;
  } catch (error) {
    containers.delete(entry);
    throw error;
  }
}
