import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

interface LoadedProps<Data> {
  /** The query's result. */
  query: {
    data: Data | undefined;
    error: unknown;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  /** Says which data could not be loaded. */
  message: string;
  /** Says what can be done about that. */
  hint?: ReactNode;
  /** Shown while it loads. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The data of a query; before that a skeleton, or the failure with Reintentar. A failed refetch hides nothing. */
export function Loaded<Data>({ query, message, hint, skeleton, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error) return skeleton;
  return (
    <ErrorState error={error} message={message} retrying={isFetching} onRetry={() => void refetch()}>
      {hint}
    </ErrorState>
  );
}
