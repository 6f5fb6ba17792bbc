import type { OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { documentParts, NO_COUNTRY } from '@taller/shared/values/foreign-document.ts';
import type { OrderFormControls } from './order-form-values.ts';

/** Required fields, in the order of the form. */
const REQUIRED = [
  'customerRut',
  'customerPhone',
  'customerName',
  'brand',
  'model',
  'condition',
  'description',
  'technicalWork',
] as const;

/** Enters values as if they were typed. */
export function fillIn(form: OrderFormControls, values: Partial<OrderFormInput>): void {
  for (const [field, value] of Object.entries(values) as [keyof OrderFormInput, never][])
    form.setValue(field, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
}

/** Whether nothing was entered, or of a document only its number or its country. */
function isMissing(value: string): boolean {
  const document = documentParts(value);
  return document ? document.country === NO_COUNTRY || document.number.trim() === '' : value.trim() === '';
}

/** Goes on to the first required field that is missing; to the problem if none is: the pressed button may be gone. */
export function focusNextRequired(form: OrderFormControls): void {
  const next = REQUIRED.find((field) => isMissing(form.getValues(field))) ?? 'description';
  // The country of a document is there once the number is rendered.
  setTimeout(() => form.setFocus(next));
}
