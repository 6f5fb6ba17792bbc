import { useEffect, type RefObject } from 'react';

/** Ctrl+Enter (Cmd on a Mac) clicks the form's submit button, wherever the focus is in the form or its dialog. */
export function useSaveKey(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      const element = form.current;
      const scope = element?.closest('[role="dialog"]') ?? element;
      if (!element || !(event.target instanceof Node) || !scope?.contains(event.target)) return;
      event.preventDefault();
      // Clicks the button instead of submitting the form, so that a disabled or pending save is respected.
      for (const control of element.elements)
        if (control instanceof HTMLButtonElement && control.type === 'submit') return control.click();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [form]);
}
