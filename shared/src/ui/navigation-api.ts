/** The used part of a `navigate` event of the Navigation API. */
interface TraversalEvent extends Event {
  readonly navigationType: string;
  readonly destination: { readonly key: string; readonly index: number };
}

/** The Navigation API, if supported; without it Back leaves a page at once. */
interface NavigationApi extends EventTarget {
  traverseTo: (key: string) => unknown;
  /** Whether there is a page of this site before this one. */
  readonly canGoBack: boolean;
  readonly currentEntry: { readonly index: number } | null;
}

export const navigationApi = (): NavigationApi | undefined =>
  (globalThis as { navigation?: NavigationApi }).navigation;

/**
 * Listens to Back and Forward that may be prevented.
 * @param onTraversal gets the event, the key of the entry that it leads to, and whether that entry is an earlier one.
 * @returns a function that stops it.
 */
export function watchTraversal(onTraversal: (event: Event, to: { key: string; isBack: boolean }) => void) {
  const handle = (event: Event) => {
    const { navigationType, cancelable, destination } = event as TraversalEvent;
    if (navigationType !== 'traverse' || !cancelable) return;
    const here = navigationApi()?.currentEntry?.index ?? 0;
    onTraversal(event, { key: destination.key, isBack: destination.index < here });
  };
  navigationApi()?.addEventListener('navigate', handle);
  return () => navigationApi()?.removeEventListener('navigate', handle);
}
