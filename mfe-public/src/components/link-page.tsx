import type { ReactNode } from 'react';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { QueryRoot, type UseQueryResult } from '@taller/shared/query';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import sheet from './sheet.module.css';

/** The frame of a page that a link opens, with the query cache for what it reads. */
export const LinkPage = ({ children }: { children: ReactNode }) => (
  <div className={sheet.page}>
    <QueryRoot>{children}</QueryRoot>
  </div>
);

interface LinkContentsProps<T> {
  query: UseQueryResult<T>;
  texts: { readonly loading: string; readonly readFailed: string };
  /** Renders the answer. */
  children: (data: T) => ReactNode;
}

/** The contents behind a link; a placeholder while they load, or a failure with 'Reintentar'. */
export function LinkContents<T>({ query, texts, children }: LinkContentsProps<T>) {
  const { data, error, refetch, isFetching } = query;
  if (data !== undefined) return children(data);
  if (!error) return <Skeleton label={texts.loading} count={6} />;
  return (
    <ErrorState
      as="h1"
      error={error}
      message={failureText(error, texts.readFailed)}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
