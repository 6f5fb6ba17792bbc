import type { OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
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

/** Goes on to the first required field that is empty; to the problem if none is: the pressed button may be gone. */
export function focusNextRequired(form: OrderFormControls): void {
  form.setFocus(REQUIRED.find((field) => form.getValues(field).trim() === '') ?? 'description');
}
