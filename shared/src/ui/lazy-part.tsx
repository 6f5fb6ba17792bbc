import { createElement, Suspense, type ComponentType, type PropsWithChildren, type ReactNode } from 'react';
import { LazyValue, useLazyValue } from '@taller/shared/runtime';
import { ErrorState } from './error-state.tsx';
import { LazyBoundary, type LazyFailure } from './lazy-boundary.tsx';
import { lazyTexts as texts } from './lazy-texts.ts';

const inItsPlace = (failure: LazyFailure) => (
  <ErrorState error={null} message={texts.partFailed} onRetry={failure.retry}>
    {texts.hint(failure)}
  </ErrorState>
);

/**
 * A part of a screen whose code is loaded when it is first shown. If that fails it says so in its place, with
 * 'Reintentar' (SHELL-63). A dialog is a `lazyDialog`, and what nobody misses a `lazyExtra`.
 * @param fallback what stands for it while it loads.
 * @param Frame is around that and around the failure: what of the part is there at once, such as what closes it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode,
  Frame: ComponentType<PropsWithChildren<Props>> = ({ children }) => children,
): ComponentType<Props> {
  const lazy = new LazyValue(load);
  const Loaded = (props: Props) => createElement(useLazyValue(lazy), props);
  return function LazyPart(props: Props) {
    return (
      <LazyBoundary whenFailed={(failure) => <Frame {...props}>{inItsPlace(failure)}</Frame>}>
        <Suspense fallback={<Frame {...props}>{fallback}</Frame>}>
          <Loaded {...props} />
        </Suspense>
      </LazyBoundary>
    );
  };
}
