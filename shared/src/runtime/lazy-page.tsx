import { createContext, createElement, use, useContext, type ComponentType } from 'react';

/** Number of the present attempt to show a part of the site. `Reintentar` gives a new one, and what had failed under the old one loads again. */
export const AttemptContext = createContext(0);

/** Something that is loaded when it is first needed, once for all. */
export class LazyValue<T> {
  private readonly load: () => Promise<T>;
  private readonly attempts = new Map<number, Promise<T>>();
  /** Present once it has been loaded. */
  loaded: { value: T } | null = null;
  private settled: Promise<T> | null = null;

  constructor(load: () => Promise<T>) {
    this.load = load;
  }

  /** Loads it; a failure is remembered for this attempt only. */
  start(attempt: number): Promise<T> {
    if (this.loaded)
      return (this.settled ??= fulfilled(Promise.resolve(this.loaded.value), this.loaded.value));
    const existing = this.attempts.get(attempt);
    if (existing) return existing;
    const promise = this.load().then((value) => {
      this.loaded = { value };
      this.settled = fulfilled(promise, value);
      return value;
    });
    // Whoever uses the promise sees its failure; nobody has to.
    promise.catch(() => undefined);
    this.attempts.set(attempt, promise);
    return promise;
  }
}

/** Marks a promise as React marks those it has waited for, so that `use` reads it at once instead of suspending. */
function fulfilled<T>(promise: Promise<T>, value: T): Promise<T> {
  return Object.assign(promise, { status: 'fulfilled', value });
}

/**
 * Gives a lazy value in a component: at once if it is there, else the component suspends and, if it cannot be loaded, fails into the boundary
 * around it, whose `Reintentar` loads it again (React.lazy would remember the failure for ever).
 */
export function useLazyValue<T>(lazy: LazyValue<T>): T {
  const attempt = useContext(AttemptContext);
  return use(lazy.start(attempt));
}

/** A page whose code is loaded on demand, with {@link useLazyValue}. `preload` starts that before the page is shown. */
export function lazyPage(
  load: () => Promise<ComponentType>,
): ComponentType & { preload: () => Promise<unknown> } {
  const lazy = new LazyValue(load);
  function LazyPage() {
    return createElement(useLazyValue(lazy));
  }
  LazyPage.preload = () => lazy.start(0);
  return LazyPage;
}
