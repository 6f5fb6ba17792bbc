import type { RemoteName } from '#src/contract/remote-names.ts';
import type { RuntimeVersion } from '#src/contract/runtime-version.ts';

/** One exposed module of a remote and the files it needs before it can render, relative to the remote's entry. */
export interface RegistryModule {
  /** Script chunks in the module's static closure. */
  js: string[];
  /** Style sheets of that closure. */
  css: string[];
}

/** One remote as it is published now. */
export interface RegistryRemote {
  name: RemoteName;
  /** URL of the hashed remote entry, absolute or from the site's root. */
  entry: string;
  /** The entry and the script chunks that it imports statically, relative to it. */
  entryJs: string[];
  /** Contract version that the build was made with. */
  contract: number;
  /** Oldest runtime that has everything the build uses. */
  runtime: RuntimeVersion;
  /** Build identifier: a hash of the sources. */
  build: string;
  /**
   * Subresource integrity of its scripts and style sheets by file, relative to the entry, for a remote on another host: what that host sends must be what was
   * published.
   */
  integrity?: Record<string, string>;
  /** Exposed modules by name, e.g. `routes`. */
  modules: Record<string, RegistryModule>;
}

/** The registry, `GET /remotes.json`, also inlined in every page. */
export interface Registry {
  /** Names this set of builds, the shell's included: another value means that something was published. */
  release: string;
  remotes: RegistryRemote[];
}

/** Id of the `<script type="application/json">` that carries the registry in a page. */
export const REGISTRY_ELEMENT_ID = 'taller-remotes';
