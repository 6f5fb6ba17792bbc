import { RUNTIME_VERSION, type RuntimeVersion } from '#src/contract/runtime-version.ts';

/** What one version of the runtime brought. */
export interface RuntimeAddition {
  version: RuntimeVersion;
  /** React's version, without its last number, that is provided since. */
  react: string;
  /** Names that `@taller/shared/runtime` and `@taller/shared/query` export since. */
  exports: Record<'@taller/shared/runtime' | '@taller/shared/query', readonly string[]>;
  /** Of `react` and `exports`, so that nobody adds to a version that may have been deployed (runtime-version.test.ts). */
  digest: string;
}

/**
 * What the shell provides to its remotes, version by version. A new export of the two singletons, or a new React, is a new entry at the end. A name that goes
 * away or changes what it means breaks every remote built before: then CONTRACT_VERSION is raised and this list starts again with all names.
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
];

/**
 * The oldest version of the runtime that has everything a build uses.
 * @param used names by the module that they are imported from; `*` means all that it exports.
 * @throws for a name that nothing exports.
 */
export function neededRuntime(
  used: Readonly<Record<string, readonly string[]>>,
  react: string,
): RuntimeVersion {
  const since = (module: string, name: string) => {
    const index = RUNTIME_HISTORY.findIndex(({ exports }) =>
      (exports as Record<string, readonly string[] | undefined>)[module]?.includes(name),
    );
    if (index === -1)
      throw new Error(`${module} exports no ${name}: see shared/src/contract/runtime-history.ts`);
    return index;
  };
  const latest = RUNTIME_HISTORY.length - 1;
  const ofReact = RUNTIME_HISTORY.findIndex((addition) => addition.react === react);
  if (ofReact === -1) throw new Error(`React ${react} is not in shared/src/contract/runtime-history.ts`);
  const ofNames = Object.entries(used).flatMap(([module, names]) =>
    names.map((name) => (name === '*' ? latest : since(module, name))),
  );
  return RUNTIME_HISTORY[Math.max(ofReact, ...ofNames)]?.version ?? RUNTIME_VERSION;
}
