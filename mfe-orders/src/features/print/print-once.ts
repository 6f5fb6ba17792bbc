import { useEffect } from 'react';

/** Pause between a sheet's data standing on the page and the print dialog, in ms (ORD-13). */
const PRINT_DELAY_MS = 100;
/** A font that does not come must not keep the sheet from the printer. */
const FONT_PATIENCE_MS = 1500;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Chromium puts off a print() called before the load event, and would return from it with nothing shown. */
function documentComplete(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => addEventListener('load', () => resolve(), { once: true }));
}

function fontsLoaded(): Promise<void> {
  // Not in every test environment.
  const fonts = document.fonts as FontFaceSet | undefined;
  return fonts
    ? Promise.race([fonts.ready.then(() => undefined), pause(FONT_PATIENCE_MS)])
    : Promise.resolve();
}

/**
 * Prints and then closes the window. On a desk print() returns when its dialog is done; on phones and tablets it returns while the dialog is
 * still open, and closing must wait for the end of printing. A window that no script opened stays open: browsers refuse.
 */
export function printAndClose(): void {
  let dialogOpened = false;
  const begin = () => {
    dialogOpened = true;
  };
  const end = () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
    window.close();
  };
  addEventListener('beforeprint', begin);
  const onTouchDevice = matchMedia('(pointer: coarse)').matches;
  if (onTouchDevice) addEventListener('afterprint', end);
  window.print();
  if (!onTouchDevice || !dialogOpened) end();
}

/** Prints the page once, as soon as `ready` says that the sheet stands, then closes the window. */
export function usePrintOnce(ready: boolean): void {
  useEffect(() => {
    if (!ready) return undefined;
    let cancelled = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const print = async () => {
      await Promise.all([documentComplete(), fontsLoaded()]);
      if (!cancelled) timer = setTimeout(printAndClose, PRINT_DELAY_MS);
    };
    void print();
    return () => {
      cancelled = true;
      clearTimeout(timer);
    };
  }, [ready]);
}
