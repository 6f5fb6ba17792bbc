import { createElement, Suspense, type ComponentType } from 'react';
import { LazyValue, useLazyValue } from '@taller/shared/runtime';
import { LazyBoundary } from './lazy-boundary.tsx';

const withoutIt = () => null;

/**
 * What a screen is whole without, such as a shortcut: there is nothing in its place while its code loads, nor if that
 * fails. The failure is reported like any other.
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
