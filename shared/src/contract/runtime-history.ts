import { DEPRECATIONS, type Deprecation } from '#src/contract/deprecations.ts';
import { RUNTIME_VERSION, type RuntimeVersion } from '#src/contract/runtime-version.ts';

/** Additions of a runtime version. */
export interface RuntimeAddition {
  version: RuntimeVersion;
  /** React's minor version provided since then. */
  react: string;
  /** Exports added to `@taller/shared/runtime` and `@taller/shared/query`. */
  exports: Record<'@taller/shared/runtime' | '@taller/shared/query', readonly string[]>;
  /**
   * Checksum of `react`, `exports` and the names removed with it, so that a version that may be deployed is not changed
   * (runtime-version.test.ts).
   */
  digest: string;
}

/**
 * What the shell provides to its remotes, by version. A new export of the two singletons, or a new React, is a new
 * entry at the end. So is a removal, without names: those that go with it are in deprecations.ts. A break that no
 * deprecation can announce, such as another shape of what remotes export, increments CONTRACT_VERSION and restarts this
 * list with all names.
 */
export const RUNTIME_HISTORY: readonly RuntimeAddition[] = [
  {
    version: '1.0',
    react: '19.3',
    exports: {
      '@taller/shared/runtime': [
        'AttemptContext',
        'BrowserRouter',
        'LazyValue',
        'Link',
        'NavLink',
        'Navigate',
        'NavigationType',
        'StopRetrying',
        'TOAST_MS',
        'detachedSupabase',
        'dismissToast',
        'getSession',
        'lazyPage',
        'matchPath',
        'onSessionChange',
        'onSessionEnd',
        'refreshCurrentUser',
        'retryWithBackOff',
        'sendPasswordReset',
        'signIn',
        'signOut',
        'signUp',
        'siteConfig',
        'startConnectionProbe',
        'startSession',
        'supabase',
        'toast',
        'updatePassword',
        'useConnection',
        'useLazyValue',
        'useLocation',
        'useNavigate',
        'useNavigationType',
        'useParams',
        'useRoutes',
        'useSearchParams',
        'useSession',
        'useToasts',
        'watchSession',
      ],
      '@taller/shared/query': [
        'QueryRoot',
        'infiniteQueryOptions',
        'keepPreviousData',
        'queryClient',
        'queryOptions',
        'useInfiniteQuery',
        'useIsFetching',
        'useMutation',
        'useQueries',
        'useQuery',
        'useQueryClient',
      ],
    },
    digest: 'd17730971eec',
  },
  {
    version: '1.1',
    react: '19.3',
    exports: {
      '@taller/shared/runtime': ['acceptMailLink', 'dismissMailLink', 'redeemMailLink', 'useMailLink'],
      '@taller/shared/query': [],
    },
    digest: '81925f7b6fe4',
  },
  {
    version: '1.2',
    react: '19.3',
    exports: { '@taller/shared/runtime': ['expireSession'], '@taller/shared/query': [] },
    digest: 'cf5b748fe25c',
  },
  {
    version: '1.3',
    react: '19.3',
    exports: {
      '@taller/shared/runtime': ['giveUpSecondFactor', 'verifySecondFactor'],
      '@taller/shared/query': [],
    },
    digest: '112eda7a43ec',
  },
  {
    version: '1.4',
    react: '19.3',
    exports: { '@taller/shared/runtime': ['readFacts'], '@taller/shared/query': [] },
    digest: '6afe5524aa6d',
  },
];

/**
 * Names that a runtime version provides, by module. A version that this list does not know is taken for a newer one: it
 * has all names that were not removed.
 */
export function providedNames(
  version: string = RUNTIME_VERSION,
  deprecations: readonly Deprecation[] = DEPRECATIONS,
): RuntimeAddition['exports'] {
  const indexOf = (wanted: string) => RUNTIME_HISTORY.findIndex((addition) => addition.version === wanted);
  const last = indexOf(version) === -1 ? RUNTIME_HISTORY.length - 1 : indexOf(version);
  const versions = RUNTIME_HISTORY.slice(0, last + 1).map((addition): string => addition.version);
  const isGone = (module: string, name: string) =>
    deprecations.some(
      (gone) =>
        gone.module === module && gone.name === name && gone.removed && versions.includes(gone.removed),
    );
  const of = (module: keyof RuntimeAddition['exports']) =>
    RUNTIME_HISTORY.slice(0, last + 1)
      .flatMap(({ exports }) => exports[module])
      .filter((name) => !isGone(module, name));
  return {
    '@taller/shared/runtime': of('@taller/shared/runtime'),
    '@taller/shared/query': of('@taller/shared/query'),
  };
}

/** Whether a version, `19.3`, has the major version of another one and is not older. */
function isAsNew(version: string, than: string): boolean {
  const [major, minor = 0] = version.split('.').map(Number);
  const [otherMajor, otherMinor = 0] = than.split('.').map(Number);
  return major === otherMajor && minor >= otherMinor;
}

/**
 * The oldest runtime version with everything that a build uses.
 * @param used names by module; `*` means all of its exports.
 * @throws for a name that is not exported, or no longer.
 */
export function neededRuntime(
  used: Readonly<Record<string, readonly string[]>>,
  react: string,
  deprecations: readonly Deprecation[] = DEPRECATIONS,
): RuntimeVersion {
  const since = (module: string, name: string) => {
    const index = RUNTIME_HISTORY.findIndex(({ exports }) =>
      (exports as Record<string, readonly string[] | undefined>)[module]?.includes(name),
    );
    if (index === -1)
      throw new Error(`${module} exports no ${name}: see shared/src/contract/runtime-history.ts`);
    const gone = deprecations.find(
      (other) => other.module === module && other.name === name && other.removed,
    );
    if (gone) throw new Error(`${module} no longer exports ${name}, since ${gone.removed}: ${gone.instead}`);
    return index;
  };
  const latest = RUNTIME_HISTORY.length - 1;
  // A React older than all of these runs as well: the shell's minor versions only add.
  const ofReact = RUNTIME_HISTORY.findIndex((addition) => isAsNew(addition.react, react));
  if (ofReact === -1) throw new Error(`React ${react} is not in shared/src/contract/runtime-history.ts`);
  const ofNames = Object.entries(used).flatMap(([module, names]) =>
    names.map((name) => (name === '*' ? latest : since(module, name))),
  );
  return RUNTIME_HISTORY[Math.max(ofReact, ...ofNames)]?.version ?? RUNTIME_VERSION;
}
