import { useEffect, type RefObject } from 'react';

/** Ctrl+Enter (Cmd on a Mac) presses the form's submit button, from wherever the focus is in the form or its dialog. */
export function useSaveKey(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      const element = form.current;
      const scope = element?.closest('[role="dialog"]') ?? element;
      if (!element || !(event.target instanceof Node) || !scope?.contains(event.target)) return;
      event.preventDefault();
      // The button and not the form, so that a save that is under way or not allowed yet stays so.
      for (const control of element.elements)
        if (control instanceof HTMLButtonElement && control.type === 'submit') return control.click();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [form]);
}
