import { useEffect, type RefObject } from 'react';

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

/** Where Enter leads: a field that can be filled in, or the button that saves. */
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

/**
 * Enter in a single-line field goes on to the next field, at the end to the button that saves: a scanner ends each
 * code with Enter, and must not send a form that is half filled in. Ctrl+Enter saves (`form.tsx`).
 */
export function useEnterToNext(form: RefObject<HTMLFormElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (key !== 'Enter' || ctrlKey || metaKey || altKey || shiftKey || event.isComposing) return;
      // A list of suggestions may have taken the key.
      if (event.defaultPrevented || !isLine(target) || target.form !== form.current) return;
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
