import { createElement, Suspense, type ComponentType } from 'react';
import { LazyValue, useLazyValue } from '@taller/shared/runtime';
import { LazyBoundary } from './lazy-boundary.tsx';

const withoutIt = () => null;

/**
 * An optional part of a screen, such as a shortcut: nothing takes its place while its code loads or if that fails. The
 * failure is reported like any other.
 */
export function lazyExtra<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const lazy = new LazyValue(load);
  const Loaded = (props: Props) => createElement(useLazyValue(lazy), props);
  return function LazyExtra(props: Props) {
    return (
      <LazyBoundary whenFailed={withoutIt}>
        <Suspense fallback={null}>
          <Loaded {...props} />
        </Suspense>
      </LazyBoundary>
    );
  };
}
