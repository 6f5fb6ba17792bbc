import { createElement, Suspense, type ComponentType } from 'react';
import { LazyValue, useLazyValue } from '@taller/shared/runtime';
import { DialogFrame, type DialogFrameProps } from './dialog-frame.tsx';
import { ErrorState } from './error-state.tsx';
import { LazyBoundary } from './lazy-boundary.tsx';
import { lazyTexts as texts } from './lazy-texts.ts';
import { Skeleton } from './skeleton.tsx';

interface LazyDialogLook<Props> extends Pick<DialogFrameProps, 'size' | 'inAddress'> {
  /** The dialog's own title. */
  title: (props: Props) => string;
}

/**
 * A dialog, or a sheet, whose code is loaded when it is opened. While it loads, and if that fails, its frame is there:
 * button, Escape and Back close it, and a failure has 'Reintentar' (SHELL-74). The screen behind keeps what was typed.
 * The caller renders it while it is open.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  { title, ...look }: LazyDialogLook<Props>,
): ComponentType<Props> {
  const lazy = new LazyValue(load);
  const Loaded = (props: Props) => createElement(useLazyValue(lazy), props);
  return function LazyDialog(props: Props) {
    const frame = { title: title(props), onClose: props.onClose, ...look };
    return (
      <LazyBoundary
        whenFailed={(failure) => (
          <DialogFrame {...frame}>
            <ErrorState error={null} message={texts.dialogFailed} onRetry={failure.retry}>
              {texts.hint(failure)}
            </ErrorState>
          </DialogFrame>
        )}
      >
        <Suspense
          fallback={
            <DialogFrame {...frame} waiting>
              <Skeleton />
            </DialogFrame>
          }
        >
          <Loaded {...props} />
        </Suspense>
      </LazyBoundary>
    );
  };
}
