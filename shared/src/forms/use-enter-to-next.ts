import { useEffect, type RefObject } from 'react';
import { SCAN_PAUSE_MS, SHORTEST_SCAN } from '#src/values/scan-keys.ts';

const NO_TEXT = new Set([
  'button',
  'submit',
  'reset',
  'image',
  'checkbox',
  'radio',
  'file',
  'range',
  'color',
  'hidden',
]);

const isLine = (element: unknown): element is HTMLInputElement =>
  element instanceof HTMLInputElement && !NO_TEXT.has(element.type);

// Not in jsdom.
const isShown = (element: HTMLElement) => !('checkVisibility' in element) || element.checkVisibility();

/** Whether Enter can move the focus to an element: a field that can be filled in, or the button that saves. */
function isStop(element: Element): element is HTMLElement {
  if (
    !(element instanceof HTMLElement) ||
    element.tabIndex < 0 ||
    element.matches(':disabled, [readonly], [hidden]')
  )
    return false;
  if (!isShown(element)) return false;
  if (element instanceof HTMLButtonElement) return element.type === 'submit';
  return isLine(element) || element.matches('select, textarea');
}

/** Tells of each key whether it is the Enter of a scanner: it comes as fast as the keys of a whole code before it. */
function scanEnds(): (event: KeyboardEvent) => boolean {
  let keys = 0;
  let last = 0;
  return ({ key, timeStamp }) => {
    // Capitals come with keys of their own.
    if (key.length > 1 && key !== 'Enter') return false;
    const goesOn = timeStamp - last <= SCAN_PAUSE_MS;
    const isEnd = key === 'Enter' && goesOn && keys >= SHORTEST_SCAN;
    last = timeStamp;
    if (key === 'Enter') keys = 0;
    else keys = goesOn ? keys + 1 : 1;
    return isEnd;
  };
}

/**
 * Enter in a single-line field goes on to the next field, at the end to the button that saves: a scanner ends each
 * code with Enter, and must not send a form that is half filled in. So does a scanner's in a field of several lines,
 * where a hand's adds a line (REC-34). Ctrl+Enter saves (`form.tsx`).
 */
export function useEnterToNext(form: RefObject<HTMLFormElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const isScanEnd = scanEnds();
    const handleKey = (event: KeyboardEvent) => {
      const isScanned = isScanEnd(event);
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (key !== 'Enter' || ctrlKey || metaKey || altKey || shiftKey || event.isComposing) return;
      // A list of suggestions may have taken the key.
      const isField = isLine(target) || (isScanned && target instanceof HTMLTextAreaElement);
      if (event.defaultPrevented || !isField || target.form !== form.current) return;
      event.preventDefault();
      const stops = Array.from(target.form?.elements ?? []).filter(isStop);
      const next = stops[stops.indexOf(target) + 1];
      next?.focus();
      if (isLine(next)) next.select();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [form, isOn]);
}
