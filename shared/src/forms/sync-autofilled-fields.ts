import {
  get,
  type Field,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
} from 'react-hook-form';

const isText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type !== 'radio');

/**
 * Takes over what stands in the registered text fields of a form that is submitted, if it got there without an input
 * event: some password managers fill in fields without one. A field with a value of its own shows what it holds.
 */
export function syncAutofilledFields<V extends FieldValues, C, T extends FieldValues | undefined>(
  { control, getValues, setValue }: Pick<UseFormReturn<V, C, T>, 'control' | 'getValues' | 'setValue'>,
  element: HTMLFormElement,
): void {
  for (const shown of element.elements) {
    if (!isText(shown) || !shown.name) continue;
    const name = shown.name as Path<V>;
    const field: Field | undefined = get(control._fields, name);
    const known: unknown = getValues(name);
    if (field?._f.ref !== shown || typeof known !== 'string' || known === shown.value) continue;
    setValue(name, shown.value as PathValue<V, Path<V>>, { shouldDirty: true });
  }
}
