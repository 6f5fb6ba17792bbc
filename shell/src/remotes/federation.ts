import {
  CurrentGlobal,
  getGlobalFederationConstructor,
  getRegisteredShare,
  ModuleFederation,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime-core';
import * as React from 'react';
import * as ReactDom from 'react-dom';
import type * as Query from '@taller/shared/query';
import * as runtime from '@taller/shared/runtime';

/** Exports of a remote's entry: the container interface of Module Federation. */
interface Container {
  init: (shareScope: object, initScope: object[]) => unknown;
  get: (module: string) => Promise<() => unknown>;
}

const SHARE_SCOPE = 'default';

const singleton = (version: string) => ({
  version,
  shareConfig: { singleton: true, requiredVersion: '*' as const },
});

/** Loads the query cache, a singleton that public pages do not need. */
export const loadQuery = (): Promise<typeof Query> => import('@taller/shared/query');

/** Provides the singletons (see tooling/src/federation/singletons.ts) to every remote. */
const host = new ModuleFederation({
  name: 'shell',
  remotes: [],
  shareStrategy: 'loaded-first',
  shared: {
    react: { ...singleton(React.version), lib: () => React },
    'react-dom': { ...singleton(ReactDom.version), lib: () => ReactDom },
    '@taller/shared/runtime': { ...singleton(__SHARED_VERSION__), lib: () => runtime },
    '@taller/shared/query': {
      ...singleton(__SHARED_VERSION__),
      get: async () => {
        const query = await loadQuery();
        return () => query;
      },
    },
  },
});
setGlobalFederationInstance(host);

/**
 * The part of the federation runtime that remotes' entries take from the shell instead of bundling 20 kB each
 * (`experiments.externalRuntime`).
 */
Object.assign(globalThis, {
  _FEDERATION_RUNTIME_CORE: {
    CurrentGlobal,
    ModuleFederation,
    getGlobalFederationConstructor,
    setGlobalFederationConstructor,
    setGlobalFederationInstance,
    helpers: { global: {}, share: { getRegisteredShare }, utils: {} },
  },
});

/** A remote's entry failed to load, threw, or rejected the singletons. */
export class EntryFailure extends Error {}

async function open(entry: string): Promise<Container> {
  try {
    const container = (await import(/* @vite-ignore */ entry)) as Container;
    await Promise.all(host.initializeSharing(SHARE_SCOPE));
    await container.init(host.shareScopeMap[SHARE_SCOPE] ?? {}, []);
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
 * @throws if the entry or the module fails to load; the next call retries.
 */
export async function loadModule<T>(entry: string, module: string): Promise<T> {
  const container = containers.get(entry) ?? open(entry);
  containers.set(entry, container);
  try {
    const factory = await (await container).get(`./${module}`);
    return (await factory()) as T;
  } catch (error) {
    containers.delete(entry);
    throw error;
  }
}
