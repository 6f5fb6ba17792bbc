// TanStack Query as a federated singleton of its own: the public pages do not load it. Each export is named, so that the rest is shaken off.
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
