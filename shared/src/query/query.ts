// TanStack Query as a separate federated singleton: public pages do not load it. Exports are listed by name, so that
// the rest is tree-shaken.
export {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useIsFetching,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
export type {
  InfiniteData,
  QueryKey,
  UseMutationOptions,
  UseMutationResult,
  UseQueryResult,
} from '@tanstack/react-query';
export { queryClient, QueryRoot } from '#src/query/query-root.tsx';
