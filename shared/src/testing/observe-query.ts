import {
  QueryObserver,
  type QueryClient,
  type QueryKey,
  type QueryObserverOptions,
} from '@tanstack/react-query';

/** Observes a query like a mounted component, until it is unsubscribed. */
export function observeQuery<Data, Key extends QueryKey>(
  client: QueryClient,
  options: QueryObserverOptions<Data, Error, Data, Data, Key>,
): { shown: () => Data | undefined; stop: () => void } {
  const observer = new QueryObserver(client, options);
  const stop = observer.subscribe(() => {});
  return { shown: () => observer.getCurrentResult().data, stop };
}
