import { Component, createElement, Suspense, type ComponentType, type ReactNode } from 'react';
import { AttemptContext, LazyValue, useLazyValue } from '@taller/shared/runtime';
import { failureCause, type FailureCause } from './failure-cause.ts';

/**
 * Shared by all parts, and above the attempts of the shell's own boundaries: a failure is kept by its attempt's number.
 */
let lastAttempt = 1000;

/** Why a part that is loaded later is missing. */
export interface LazyFailure {
  cause: FailureCause;
  /** It has failed before. */
  retried: boolean;
  retry: () => void;
}

interface LazyBoundaryProps {
  /** Renders the replacement of a part that failed. */
  whenFailed: (failure: LazyFailure) => ReactNode;
  children: ReactNode;
}

/**
 * Keeps the failure of a part that is loaded later from the screen around it, which goes on without. A part that is
 * shown again, by `retry` or by being opened again, is requested again.
 */
class LazyBoundary extends Component<
  LazyBoundaryProps,
  { cause: FailureCause | null; attempt: number; retried: boolean }
> {
  override state = { cause: null as FailureCause | null, attempt: lastAttempt, retried: false };

  static getDerivedStateFromError(error: unknown) {
    return { cause: failureCause(error) };
  }

  override componentDidCatch(error: unknown) {
    lastAttempt += 1;
    console.error('A part of the screen could not be shown', error);
  }

  retry = () => this.setState({ cause: null, attempt: lastAttempt, retried: true });

  override render() {
    const { cause, retried } = this.state;
    if (cause) return this.props.whenFailed({ cause, retried, retry: this.retry });
    return <AttemptContext value={this.state.attempt}>{this.props.children}</AttemptContext>;
  }
}

/** A component that is loaded later. `preload` loads it before it is shown, which asks again if that fails. */
export type LateComponent<Props> = ComponentType<Props> & { preload: () => void };

/**
 * A component whose code is loaded when it is first shown. Each kind of part says what is shown meanwhile, and if the
 * code does not come: `lazyPart`, `lazyDialog`, `lazyExtra`.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  whileLoading: (props: Props) => ReactNode,
  whenFailed: (failure: LazyFailure, props: Props) => ReactNode,
): LateComponent<Props> {
  const lazy = new LazyValue(load);
  const Loaded = (props: Props) => createElement(useLazyValue(lazy), props);
  function LazyComponent(props: Props) {
    return (
      <LazyBoundary whenFailed={(failure) => whenFailed(failure, props)}>
        <Suspense fallback={whileLoading(props)}>
          <Loaded {...props} />
        </Suspense>
      </LazyBoundary>
    );
  }
  LazyComponent.preload = () => void lazy.start(0);
  return LazyComponent;
}
