import type { EarlyKeys } from '@taller/shared/contract/widgets.ts';

/** The palette does not come: its keys are the page's again, after this many ms. */
const PATIENCE_MS = 10_000;

/**
 * Keeps what is typed between the palette's keys and its field, which is loaded when it is first asked for: the letters
 * would be lost, or be commands of the screen behind.
 * @returns what was typed, for the field that has the focus now; it gets the next keys itself.
 */
export function keepEarlyKeys(): () => EarlyKeys {
  const early = { text: '', isEntered: false };
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === 'Escape' || key === 'Tab') return stop();
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key === 'Enter') early.isEntered = early.text !== '';
    else if (key === 'Backspace') early.text = early.text.slice(0, -1);
    else if (key.length === 1) early.text += key;
  };
  const stop = () => {
    clearTimeout(timer);
    removeEventListener('keydown', handleKey, true);
    removeEventListener('pointerdown', stop, true);
  };
  const timer = setTimeout(stop, PATIENCE_MS);
  addEventListener('keydown', handleKey, true);
  addEventListener('pointerdown', stop, true);
  return () => {
    stop();
    return early;
  };
}
