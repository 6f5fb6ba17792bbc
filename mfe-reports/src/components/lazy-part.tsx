import { createElement, type ComponentType } from 'react';
import { LazyValue, useLazyValue } from '@taller/shared/runtime';

/** A part of a screen whose code is loaded when it is first shown; the nearest Suspense shows what stands for it. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const lazy = new LazyValue(load);
  return function LazyPart(props: Props) {
    return createElement(useLazyValue(lazy), props);
  };
}
