import { Component, type ErrorInfo, type ReactNode } from 'react';
import { hotReload as texts } from '#src/hot-reload/texts.ts';

interface Properties {
  /** The part of the remote, e.g. `mfe-orders/routes`. */
  name: string;
  children: ReactNode;
}

/** Shows what a screen under development threw, in its place, until newer code comes. */
export class LiveBoundary extends Component<Properties, { failure: string | null }> {
  override state: { failure: string | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    console.error(`${this.props.name} failed`, error, componentStack);
  }

  override render() {
    const { name, children } = this.props;
    if (this.state.failure === null) return children;
    return (
      <div role="alert">
        <p>{texts.failed(name)}</p>
        <pre>{this.state.failure}</pre>
      </div>
    );
  }
}
