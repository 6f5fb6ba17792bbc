import { useEffect } from 'react';

/** Delay between rendering the sheet and opening the print dialog, in ms (ORD-13). */
const PRINT_DELAY_MS = 100;
/** A font or an image that fails to load must not prevent printing. */
const PATIENCE_MS = 1500;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Chromium defers a print() called before the load event, and returns from it without a dialog. */
function documentComplete(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => addEventListener('load', () => resolve(), { once: true }));
}

function fontsLoaded(): Promise<void> {
  // Not available in every test environment.
  const fonts = document.fonts as FontFaceSet | undefined;
  return fonts ? Promise.race([fonts.ready.then(() => undefined), pause(PATIENCE_MS)]) : Promise.resolve();
}

/** The images of the sheet can be drawn; one that fails to load must not prevent printing. */
function imagesLoaded(): Promise<void> {
  const images = [...document.images].map((image) => image.decode().catch(() => undefined));
  return Promise.race([Promise.all(images).then(() => undefined), pause(PATIENCE_MS)]);
}

/**
 * Prints and then closes the window. On desktop print() returns when its dialog is closed; on phones and tablets it
 * returns while the dialog is still open, so closing must wait for the afterprint event. Browsers refuse to close a
 * window that was not opened by a script.
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

/** Prints the page once, as soon as `ready` says that the sheet is rendered, then closes the window. */
export function usePrintOnce(ready: boolean): void {
  useEffect(() => {
    if (!ready) return undefined;
    let cancelled = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const print = async () => {
      await Promise.all([documentComplete(), fontsLoaded(), imagesLoaded()]);
      if (!cancelled) timer = setTimeout(printAndClose, PRINT_DELAY_MS);
    };
    void print();
    return () => {
      cancelled = true;
      clearTimeout(timer);
    };
  }, [ready]);
}
