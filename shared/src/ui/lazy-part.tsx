import { Component, createElement, Suspense, type ComponentType, type ReactNode } from 'react';
import { AttemptContext, LazyValue, useLazyValue } from '@taller/shared/runtime';
import { ErrorState } from './error-state.tsx';
import { failureCause, type FailureCause } from './failure-cause.ts';
import { lazyPartTexts as texts } from './lazy-part-texts.ts';

/** Of all parts, and above those of the shell's own boundaries: a failure is kept by the number of its attempt. */
let lastAttempt = 1000;

/** Keeps the failure of a part from the screen around it, which goes on without. */
class LazyBoundary extends Component<
  { children: ReactNode },
  { cause: FailureCause | null; attempt: number }
> {
  override state = { cause: null as FailureCause | null, attempt: lastAttempt };

  static getDerivedStateFromError(error: unknown) {
    return { cause: failureCause(error) };
  }

  override componentDidCatch(error: unknown) {
    console.error('A part of the screen could not be shown', error);
  }

  retry = () => {
    lastAttempt += 1;
    this.setState({ cause: null, attempt: lastAttempt });
  };

  override render() {
    if (this.state.cause)
      return (
        <ErrorState error={null} message={texts.failed} onRetry={this.retry}>
          {texts.hints[this.state.cause]}
        </ErrorState>
      );
    return <AttemptContext value={this.state.attempt}>{this.props.children}</AttemptContext>;
  }
}

/**
 * A part of a screen whose code is loaded when it is first shown. If that fails it says so in its place, with
 * 'Reintentar' (SHELL-63).
 * @param fallback what stands for it while it loads.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode,
): ComponentType<Props> {
  const lazy = new LazyValue(load);
  const Loaded = (props: Props) => createElement(useLazyValue(lazy), props);
  return function LazyPart(props: Props) {
    return (
      <LazyBoundary>
        <Suspense fallback={fallback}>
          <Loaded {...props} />
        </Suspense>
      </LazyBoundary>
    );
  };
}
