import { hashKey, type DataTag, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { expect } from 'vitest';

/** An answer with only the fields that the screen reads, at every depth. */
type Part<Data> = Data extends readonly (infer Row)[]
  ? readonly Part<Row>[]
  : Data extends object
    ? { readonly [Field in keyof Data]?: Part<Data[Field]> }
    : Data;

/** The server's answer to one query. */
export interface Answer {
  queryKey: QueryKey;
  /** Absent if the query has been read before the screen is shown. */
  fetch?: () => unknown;
  data?: unknown;
  /** Its own function is called. */
  isOwn?: true;
}

/**
 * Gives a query of the screen under test its answer: data already in the cache, or a function that is called at each
 * fetch, and may throw or return a promise.
 */
export function answer<Data, Failure>(
  { queryKey }: { queryKey: DataTag<QueryKey, Data, Failure> },
  given: NoInfer<Part<Data>> | (() => NoInfer<Part<Data>> | Promise<NoInfer<Part<Data>>>),
): Answer {
  return typeof given === 'function'
    ? { queryKey, fetch: given as () => unknown }
    : { queryKey, data: given };
}

/** A query whose own function is to be called: one that puts others together, or needs no server. */
export const itsOwn = (queryKey: QueryKey): Answer => ({ queryKey, isOwn: true });

/**
 * Lets the queries of a cache be answered by a test instead of the server. A failure is one at once: only queries that
 * say themselves how often are tried again, without a pause.
 * @returns what ends it. It fails the test if a query had no answer. Queries that load page by page are the exception:
 *   they take their answer, but are not missed without one.
 */
export function answerQueries(client: QueryClient, answers: readonly Answer[]): () => void {
  const before = client.getDefaultOptions();
  const byKey = new Map(answers.map((one) => [hashKey(one.queryKey), one]));
  const unanswered = new Set<string>();
  for (const { queryKey, fetch, data, isOwn } of answers) {
    if (!fetch && !isOwn) client.setQueryData(queryKey, data);
  }
  client.setDefaultOptions({
    ...before,
    queries: {
      ...before.queries,
      retry: false,
      retryDelay: 0,
      behavior: {
        onFetch(context) {
          const hash = hashKey(context.queryKey);
          const found = byKey.get(hash);
          if (found?.isOwn) return;
          if (!found) unanswered.add(hash);
          context.fetchFn = async () => {
            if (!found) throw new Error(`No answer for the query ${hash}`);
            return found.fetch ? found.fetch() : found.data;
          };
        },
      },
    },
  });
  return () => {
    client.setDefaultOptions(before);
    client.clear();
    expect([...unanswered], 'queries of the screen without an answer(…) in the test').toEqual([]);
  };
}
