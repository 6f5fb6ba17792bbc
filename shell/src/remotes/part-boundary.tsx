import { Component, type ErrorInfo, type ReactNode } from 'react';
import { AttemptContext } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { failureCause } from '@taller/shared/ui/failure-cause.ts';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { developerHint } from '#src/remotes/developer-hint.ts';
import { partLabel } from '#src/remotes/part-build.ts';
import { isOutdated, noteDeparture, refreshRegistry } from '#src/remotes/registry.ts';
import { restoreStylesheets } from '#src/remotes/stylesheets.ts';
import { UnfitRemote } from '#src/remotes/unfit-remote.ts';
import { es } from '#src/texts/es.ts';
import styles from './part-boundary.module.css';

/**
 * Whether a remote failed because one of its scripts could not be parsed: a truncated file, or an HTML page instead.
 */
function isBrokenScript(error: unknown): boolean {
  return error instanceof SyntaxError || (error instanceof Error && isBrokenScript(error.cause));
}

/**
 * Refetches every script of a remote that this page has requested, bypassing the caches of the browser and the service
 * worker, which keep hashed files permanently. The page's module map keeps a broken module, so the page must be
 * reloaded.
 */
async function renewScripts(remote: string): Promise<void> {
  const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const own = urls.filter(({ pathname }) => pathname.includes(`/${remote}/`) && pathname.endsWith('.js'));
  const fetched = [...new Set(own.map(({ origin, pathname }) => origin + pathname))];
  await Promise.allSettled(fetched.map((url) => fetch(url, { cache: 'reload' })));
}

interface Properties {
  /** The part, e.g. `mfe-orders/routes`: shown next to the error with its build. */
  name: string;
  /** A part of another screen rather than a screen. */
  small?: boolean;
  children: ReactNode;
}

let lastAttempt = 0;

async function checkForNewerBuild(): Promise<void> {
  try {
    await refreshRegistry();
  } catch {
    // The next attempt to load the part reads the registry again and reports the failure.
  }
}

interface State {
  cause: keyof typeof es.remote.hints | null;
  broken: boolean;
  attempt: number;
  /** The error, in development only. */
  error?: unknown;
}

/** Error boundary of a part, with a retry button; the rest of the site is unaffected (SHELL-08). */
export class PartBoundary extends Component<Properties, State> {
  override state: State = { cause: null, broken: false, attempt: 0 };

  static getDerivedStateFromError(error: unknown) {
    const cause = error instanceof UnfitRemote ? 'unfit' : failureCause(error);
    return { cause, broken: isBrokenScript(error), ...(import.meta.env.DEV && { error }) };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(`${this.props.name} failed (${partLabel(this.props.name)})`, error, info.componentStack);
    // Its files may have been deleted because something newer was published.
    void checkForNewerBuild();
  }

  retry = () => {
    if (isOutdated() && !this.props.small) {
      noteDeparture();
      location.reload();
      return;
    }
    if (this.state.broken && !this.props.small) {
      const [remote = ''] = this.props.name.split('/');
      void renewScripts(remote).then(() => location.reload());
      return;
    }
    lastAttempt += 1;
    // A style sheet that fails again must not prevent the part from being shown.
    restoreStylesheets().catch((error: unknown) => console.error(error));
    this.setState({ cause: null, broken: false, attempt: lastAttempt });
  };

  override render() {
    const { name, small, children } = this.props;
    const { cause, error } = this.state;
    if (!cause) return <AttemptContext value={this.state.attempt}>{children}</AttemptContext>;
    if (small) {
      return (
        <Button size="sm" role="alert" title={partLabel(name)} onClick={this.retry}>
          {es.remote.retry}
        </Button>
      );
    }
    return (
      <div className={styles.failure}>
        <ErrorState as="h1" error={null} message={es.remote.failed} onRetry={this.retry}>
          {import.meta.env.DEV ? developerHint(error, es.remote.hints[cause]) : es.remote.hints[cause]}
        </ErrorState>
        <p className={styles.label}>{partLabel(name)}</p>
      </div>
    );
  }
}
