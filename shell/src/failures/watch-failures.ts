import type { ErrorInfo } from 'react';
import { partMark } from '@taller/shared/contract/part-marks.ts';
import type { FailureKind } from '@taller/shared/system-status/report-part-failures.ts';
import { couldWait } from '#src/timing/could-wait.ts';

const report = (kind: FailureKind, error: unknown, boundary?: string): void =>
  void import('#src/failures/report-failure.ts').then(
    ({ reportFailure }) => reportFailure(kind, error, boundary),
    couldWait,
  );

/** Reports what nothing catches (SHELL-42). */
export function watchFailures(): void {
  addEventListener('error', ({ error }) => report('uncaught', error));
  addEventListener('unhandledrejection', ({ reason }) => report('uncaught', reason));
}

/** Reports the failure of a part, and counts it among the visits (SHELL-84). */
export function partFailed(error: unknown, name: string | undefined): void {
  if (name) performance.mark(partMark('failed', name));
  report('caught', error, name);
}

/** Reports what an error boundary catches, which logs and shows it. */
export const onCaughtError = (error: unknown, { errorBoundary }: ErrorInfo & { errorBoundary?: unknown }) =>
  partFailed(error, (errorBoundary as { props?: { name?: string } } | undefined)?.props?.name);
