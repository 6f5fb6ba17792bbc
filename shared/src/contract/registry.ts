import type { DeclaredScreen } from '#src/contract/declared-screen.ts';
import type { RemoteName } from '#src/contract/remote-names.ts';
import type { RuntimeVersion } from '#src/contract/runtime-version.ts';

/** An exposed module of a remote and the files needed to render it, relative to the remote's entry. */
export interface RegistryModule {
  /** Script chunks in the module's static closure. */
  js: string[];
  /** Style sheets of that closure. */
  css: string[];
}

/** The published build of a remote. */
export interface RegistryRemote {
  name: RemoteName;
  /** URL of the hashed remote entry, absolute or root-relative. */
  entry: string;
  /** The entry and its static script chunks, relative to it. */
  entryJs: string[];
  /**
   * Whether the entry needs nothing but the singletons. Missing in builds of older tools and of the development server,
   * whose entries also need the federation runtime.
   */
  plainEntry?: true;
  /** Contract version of the build. */
  contract: number;
  /** Version of the contract that the build was made with. */
  runtime: RuntimeVersion;
  /** Build identifier: a hash of the sources. */
  build: string;
  /** Since when it runs, ISO 8601. Missing in registries of older tools and of the development server. */
  publishedAt?: string;
  /**
   * Subresource integrity of its scripts and style sheets by file, relative to the entry, for a remote on another host.
   */
  integrity?: Record<string, string>;
  /** Exposed modules by name, e.g. `routes`. */
  modules: Record<string, RegistryModule>;
  /** Its screens, if it is an external remote of the site. */
  screens?: DeclaredScreen[];
}

/** The registry, `GET /remotes.json`, also inlined in every page. */
export interface Registry {
  /** Id of this set of builds, including the shell's: a different value means that something was published. */
  release: string;
  remotes: RegistryRemote[];
}

/** A build that is in the site for those who have its link, `GET /previews/<token>.json`. */
export interface RegistryPreview {
  remote: RegistryRemote;
  /** ISO 8601. */
  expiresAt: string;
}

/** Session storage key: the token of the preview that a tab shows. */
export const PREVIEW_KEY = 'taller.preview';

/** Start of the part of a link, after `#`, that opens a preview; its token follows. */
export const PREVIEW_MARK = '#vista-previa=';

/** Id of the `<script type="application/json">` with the inlined registry. */
export const REGISTRY_ELEMENT_ID = 'taller-remotes';
