import type { UseQueryResult } from '@tanstack/react-query';

/**
 * Whether one of the queries is read for the first time and has not failed yet. A screen of several parts shows all of
 * them when this is over: one that grew later would move those below it. A failing one, which is tried again, keeps
 * none of the others waiting.
 */
export const isFirstReading = (
  ...queries: readonly Pick<UseQueryResult, 'isLoading' | 'failureCount'>[]
): boolean => queries.some(({ isLoading, failureCount }) => isLoading && failureCount === 0);
