import * as query from '@taller/shared/query';
import * as runtime from '@taller/shared/runtime';
import { describe, expect, test } from 'vitest';
import { CONTRACT_VERSION } from './remote-module.ts';
import { misfit, RUNTIME_VERSION } from './runtime-version.ts';

test('SHELL-08 the version begins with the contract’s number', () => {
  expect(RUNTIME_VERSION.split('.')[0]).toBe(String(CONTRACT_VERSION));
});

/** Exports of `shared/runtime` and `shared/query` by the version that added them. Lists of earlier ones are final. */
const ADDED: Record<string, readonly string[]> = {
  '1.4': [
    'AttemptContext',
    'BrowserRouter',
    'LazyValue',
    'Link',
    'NavLink',
    'Navigate',
    'NavigationType',
    'QueryRoot',
    'StopRetrying',
    'TOAST_MS',
    'acceptMailLink',
    'detachedSupabase',
    'dismissMailLink',
    'dismissToast',
    'expireSession',
    'getSession',
    'giveUpSecondFactor',
    'infiniteQueryOptions',
    'keepPreviousData',
    'lazyPage',
    'matchPath',
    'onSessionChange',
    'onSessionEnd',
    'queryClient',
    'queryOptions',
    'readFacts',
    'redeemMailLink',
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
    'useInfiniteQuery',
    'useIsFetching',
    'useLazyValue',
    'useLocation',
    'useMailLink',
    'useMutation',
    'useNavigate',
    'useNavigationType',
    'useParams',
    'useQueries',
    'useQuery',
    'useQueryClient',
    'useRoutes',
    'useSearchParams',
    'useSession',
    'useToasts',
    'verifySecondFactor',
    'watchSession',
  ],
};

test('SHELL-08 an export that is added to the runtime raises its version', () => {
  const exported = [...Object.keys(runtime), ...Object.keys(query)].toSorted();
  const known = Object.values(ADDED).flat().toSorted();
  expect({ exported, version: RUNTIME_VERSION }).toEqual({
    exported: known,
    version: Object.keys(ADDED).at(-1),
  });
});

describe('SHELL-08 compatibility of builds and shells', () => {
  test.each([
    [{ contract: 1, runtime: '1.0' }, { contract: 1, runtime: '1.0' }, null],
    [{ contract: 1, runtime: '1.0' }, { contract: 1, runtime: '1.10' }, null],
    [{ contract: 1, runtime: '1.9' }, { contract: 1, runtime: '1.10' }, null],
    [{ contract: 1, runtime: '1.10' }, { contract: 1, runtime: '1.9' }, 'runtime'],
    [{ contract: 2, runtime: '2.0' }, { contract: 1, runtime: '1.4' }, 'contract'],
    [{ contract: 1, runtime: '1.4' }, { contract: 2, runtime: '2.0' }, 'contract'],
  ] as const)('a build for %o on a shell with %o: %s', (needed, shell, answer) => {
    expect(misfit(needed, shell)).toBe(answer);
  });
});
