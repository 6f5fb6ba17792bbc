import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { RemoteName } from '#src/contract/remote-names.ts';

/**
 * Version of the agreement between the shell and its remotes: the shape of {@link RemoteModule}, the federated singletons and what they
 * export, and the registry. Raised only by a change that breaks a remote built before it; additions keep the number.
 */
export const CONTRACT_VERSION = 1;

/** What every module that a remote exposes gives under the name `remote`. */
export interface RemoteModule {
  /** The CONTRACT_VERSION that the remote was built with. */
  contract: number;
  /** The remote's name in the registry, e.g. `mfe-orders`: the shell refuses a module that arrived under another name. */
  name: RemoteName;
  /** Build of the remote, shown in its errors. */
  build: string;
  /** Routes with absolute paths, for a module that is a screen. */
  routes?: RouteObject[];
  /** One component without properties, for a module that is a part of another screen. */
  Widget?: ComponentType;
}

/** Makes the value that a remote's module exports as `remote`. `build` is the constant `__REMOTE_BUILD__` that the build puts in. */
export function defineRemote(remote: Omit<RemoteModule, 'contract'>): RemoteModule {
  return { contract: CONTRACT_VERSION, ...remote };
}
