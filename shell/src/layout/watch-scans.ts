import { SCAN_PAUSE_MS, SHORTEST_SCAN } from '@taller/shared/values/scan-keys.ts';

/** Elements in which keys have a meaning of their own. */
const TEXT_FIELDS =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable]';
const OVER_THE_SCREEN = '[role="dialog"], [role="alertdialog"], [role="menu"]';

const isTaken = (target: EventTarget | null): boolean =>
  (target instanceof HTMLElement && target.matches(TEXT_FIELDS)) ||
  document.querySelector(OVER_THE_SCREEN) !== null;

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Calls back with what a scanner types while no text field has the focus and nothing lies over the screen (REC-99):
 * keys faster than hands, ended by Enter or Tab. From the second key on the screen gets none of them: they would be its
 * commands, and Enter would press the focused button. @returns a function that stops it.
 */
export function watchScans(onScan: (code: string) => void): () => void {
  let code = '';
  let last = 0;
  const handleKey = (event: KeyboardEvent) => {
    const { key, timeStamp } = event;
    const isEnd = key === 'Enter' || key === 'Tab';
    // Capitals come with keys of their own.
    if (key.length > 1 && !isEnd) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTaken(event.target)) {
      code = '';
      return;
    }
    const goesOn = code !== '' && timeStamp - last <= SCAN_PAUSE_MS;
    last = timeStamp;
    if (!isEnd) {
      if (goesOn) swallow(event);
      code = goesOn ? code + key : key;
      return;
    }
    const scanned = code;
    code = '';
    if (!goesOn || scanned.length < SHORTEST_SCAN) return;
    swallow(event);
    onScan(scanned);
  };
  // After the window's, which keeps what is typed for a palette that is still to come.
  document.addEventListener('keydown', handleKey, true);
  return () => document.removeEventListener('keydown', handleKey, true);
}
