import { useSyncExternalStore } from 'react';

const USUAL_TEXT = 16;

/** One rem of the page, whose size tells when the text's size changes. */
let probe: HTMLElement | undefined;

function watch(onChange: () => void): () => void {
  if (!probe?.isConnected) {
    probe = document.createElement('span');
    probe.ariaHidden = 'true';
    probe.style.cssText =
      'position:fixed;inset-block-start:0;inline-size:1rem;block-size:1rem;visibility:hidden;pointer-events:none';
    document.body.append(probe);
  }
  // Absent where nothing is laid out.
  if (!('ResizeObserver' in globalThis)) return () => undefined;
  const size = new ResizeObserver(onChange);
  size.observe(probe);
  return () => size.disconnect();
}

const read = () =>
  (parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL_TEXT) / USUAL_TEXT;

/** Hook: how much larger than usual the browser's text is, also after it changes; 1 while prerendering. */
export function useTextScale(): number {
  return useSyncExternalStore(watch, read, () => 1);
}
