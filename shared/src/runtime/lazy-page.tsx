import { createContext, createElement, use, useContext, type ComponentType } from 'react';

/**
 * Id of the current attempt to render a part of the site. `Reintentar` increments it, and failed parts are loaded
 * again.
 */
export const AttemptContext = createContext(0);

/** A lazily loaded value, loaded once. */
export class LazyValue<T> {
  private readonly load: () => Promise<T>;
  private readonly attempts = new Map<number, Promise<T>>();
  /** Present once it has been loaded. */
  loaded: { value: T } | null = null;
  private settled: Promise<T> | null = null;

  constructor(load: () => Promise<T>) {
    this.load = load;
  }

  /** Loads it; a failure is cached for this attempt only. */
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
    // Prevents an unhandled rejection; users of the promise still see the failure.
    promise.catch(() => undefined);
    this.attempts.set(attempt, promise);
    return promise;
  }
}

/** Marks a promise as React does, so that `use` reads it synchronously instead of suspending. */
function fulfilled<T>(promise: Promise<T>, value: T): Promise<T> {
  return Object.assign(promise, { status: 'fulfilled', value });
}

/**
 * Returns a lazy value in a component: immediately if it is loaded, else the component suspends and, on failure, throws
 * to the surrounding error boundary, whose `Reintentar` loads it again (React.lazy would cache the failure forever).
 */
export function useLazyValue<T>(lazy: LazyValue<T>): T {
  const attempt = useContext(AttemptContext);
  return use(lazy.start(attempt));
}

/** A page with lazily loaded code, using {@link useLazyValue}. `preload` starts loading before the page is shown. */
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
