import type { ErrorInfo } from 'react';
import type { FailureKind } from '@taller/shared/system-status/report-part-failures.ts';
import { warnNotLoaded } from '#src/failures/warn-not-loaded.ts';

const report = (kind: FailureKind, error: unknown, boundary?: string, components?: string | null): void =>
  void import('#src/failures/report-failure.ts').then(
    ({ reportFailure }) => reportFailure(kind, error, boundary, components),
    warnNotLoaded,
  );

/** Reports what nothing catches (SHELL-42). */
export function watchFailures(): void {
  addEventListener('error', ({ error }) => report('uncaught', error));
  addEventListener('unhandledrejection', ({ reason }) => report('uncaught', reason));
}

/**
 * Reports the failure of a part.
 * @param components React's stack of the components that it happened in.
 */
export const partFailed = (error: unknown, name: string | undefined, components?: string | null): void =>
  report('caught', error, name, components);

/** Reports what an error boundary catches, which logs and shows it. */
export const onCaughtError = (
  error: unknown,
  { componentStack, errorBoundary }: ErrorInfo & { errorBoundary?: unknown },
) =>
  partFailed(
    error,
    (errorBoundary as { props?: { name?: string } } | undefined)?.props?.name,
    componentStack,
  );
