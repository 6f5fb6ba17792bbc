import { useEffect, type RefObject } from 'react';
import { useFormState, type Control, type FieldValues } from 'react-hook-form';

/**
 * After a submit with validation errors, focuses the first invalid field in view. The library focuses the field that
 * was registered first, and composite fields (dates, amounts) are registered last.
 */
export function useFirstWrong<V extends FieldValues, C, T extends FieldValues | undefined>(
  control: Control<V, C, T>,
  element: RefObject<HTMLFormElement | null>,
): void {
  const { submitCount } = useFormState({ control });
  useEffect(() => {
    if (submitCount === 0) return undefined;
    // The library moves the focus in a timer, which was set before this one.
    const timer = setTimeout(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
    return () => clearTimeout(timer);
  }, [submitCount, element]);
}
