import {
  isValidElement,
  useEffect,
  useLayoutEffect,
  useSyncExternalStore,
  Component,
  type ErrorInfo,
  type ReactNode,
} from 'react';
import { holdDrafts } from '#src/contract/draft-store.ts';
import type { RemoteModule } from '#src/contract/remote-module.ts';
import { matchPath, useRoutes, type RouteObject } from '@taller/shared/runtime';
import { hotReload as texts } from '#src/hot-reload/texts.ts';

interface Properties {
  /** The part of the remote, e.g. `mfe-orders/routes`. */
  name: string;
  children: ReactNode;
}

/** Shows what a screen under development threw, in its place, until newer code comes. */
class LiveBoundary extends Component<Properties, { failure: string | null }> {
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

/** A module of a remote that is replaced while its screens are shown. */
export interface LiveRemote {
  /** The module that the shell loads once; its screens and widget always run the newest code. */
  remote: RemoteModule;
  /**
   * Draws newer code in place of what is shown. Resolves when it is, or when a newer one has come meanwhile.
   * @throws if the code of the page that is shown does not load: what is shown then stays.
   */
  replace: (next: RemoteModule) => Promise<void>;
}

const canPreload = (type: unknown): type is { preload: () => Promise<unknown> } =>
  typeof type === 'function' && 'preload' in type && typeof type.preload === 'function';

/** Loads the code of the page that is shown, so that it is drawn at once and the page keeps its height. */
async function preloadShown({ routes = [] }: RemoteModule): Promise<void> {
  const shown = routes.find(({ path }) => path && matchPath(path, location.pathname))?.element;
  if (isValidElement(shown) && canPreload(shown.type)) await shown.type.preload();
}

/** Puts the page back to where it was scrolled to before newer code was drawn. */
function useKeptScroll(version: number, place: { left: number; top: number }): void {
  useLayoutEffect(() => {
    if (version === 0) return undefined;
    const putBack = () => scrollTo({ ...place, behavior: 'instant' });
    putBack();
    // The screen's own effects and measurements may scroll after this: put it back once more.
    const frame = requestAnimationFrame(putBack);
    return () => cancelAnimationFrame(frame);
  }, [version, place]);
}

/**
 * Puts back what forms had stored: those that are unmounted forget it, as if they were left. Stands before the screens,
 * so that its effect runs after they have gone and before the new ones look for their drafts.
 */
function KeptDrafts({ putBack }: { putBack: () => void }) {
  useEffect(putBack, [putBack]);
  return null;
}

function LiveRoutes({ routes, part }: { routes: RouteObject[]; part: string }) {
  const element = useRoutes(routes);
  if (!element) throw new Error(`${part} has no route for this address`);
  return element;
}

/**
 * Makes a module of a remote replaceable. Newer code is mounted anew below the router: address, session, query cache
 * and drafts stay, the state of components does not.
 * @param first the code that the page starts with.
 * @param part its name, e.g. `mfe-orders/routes`.
 * @public imported by the module that platform/release/src/on-site serves in the place of a remote's
 */
export function liveRemote(first: RemoteModule, part: string): LiveRemote {
  let current = { remote: first, version: 0, place: { left: 0, top: 0 }, putBack: (): void => undefined };
  let replacements = 0;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const useCurrent = () => {
    const shown = useSyncExternalStore(subscribe, () => current);
    useKeptScroll(shown.version, shown.place);
    return shown;
  };
  function Screens() {
    const { remote, version, putBack } = useCurrent();
    return (
      <LiveBoundary key={version} name={part}>
        <KeptDrafts putBack={putBack} />
        <LiveRoutes routes={remote.routes ?? []} part={part} />
      </LiveBoundary>
    );
  }
  function LiveWidget() {
    const { remote, version, putBack } = useCurrent();
    const { Widget } = remote;
    return (
      <LiveBoundary key={version} name={part}>
        <KeptDrafts putBack={putBack} />
        {Widget && <Widget />}
      </LiveBoundary>
    );
  }
  return {
    remote: {
      ...first,
      ...(first.routes && { routes: [{ path: '*', element: <Screens /> }] }),
      ...(first.Widget && { Widget: LiveWidget }),
    },
    replace: async (next) => {
      replacements += 1;
      const mine = replacements;
      await preloadShown(next);
      if (mine !== replacements) return;
      current = {
        remote: next,
        version: current.version + 1,
        place: { left: window.scrollX, top: window.scrollY },
        putBack: holdDrafts(),
      };
      for (const listener of listeners) listener();
    },
  };
}
