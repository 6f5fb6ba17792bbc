import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { RemoteName } from '#src/contract/remote-names.ts';

/**
 * Version of the contract between the shell and its remotes: the shape of {@link RemoteModule}, the federated
 * singletons and their exports, and the registry. Incremented only for breaking changes: then every remote is
 * published again with the shell. Additions raise RUNTIME_VERSION.
 */
export const CONTRACT_VERSION = 1;

/** The export `remote` of every module that a remote exposes. */
export interface RemoteModule {
  /** The CONTRACT_VERSION that the remote was built with. */
  contract: number;
  /** The remote's name in the registry, e.g. `mfe-orders`: the shell rejects a module with another name. */
  name: RemoteName;
  /** Build id of the remote, shown in its errors. */
  build: string;
  /** Routes with absolute paths, for a module with screens. */
  routes?: RouteObject[];
  /** A component without props, for a module that is part of another screen. */
  Widget?: ComponentType;
}

/** Creates the export `remote` of a module. `build` is the compile-time constant `__REMOTE_BUILD__`. */
export function defineRemote(remote: Omit<RemoteModule, 'contract'>): RemoteModule {
  return { contract: CONTRACT_VERSION, ...remote };
}
