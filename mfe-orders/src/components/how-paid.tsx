import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { PAYMENT_METHOD_OPTIONS } from '@taller/shared/orders/ledger/payment-method.ts';
import { LONGEST_REFERENCE } from '@taller/shared/orders/ledger/payment-schema.ts';
import { FormSelect } from '@taller/shared/ui/form-select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { CashDrawer } from './cash-drawer.tsx';
import { howPaidTexts as texts } from './texts.ts';

interface PaymentReferenceProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>;
  name: FieldPath<V>;
}

/** The number of the voucher or transfer (PAY-05). */
export function PaymentReference<V extends FieldValues, T>({ control, name }: PaymentReferenceProps<V, T>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <TextField
      {...field}
      label={texts.reference}
      hint={texts.referenceHint}
      maxLength={LONGEST_REFERENCE}
      error={fieldState.error?.message}
      autoComplete="off"
      optional
    />
  );
}

interface HowPaidProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>;
  method: FieldPath<V>;
  reference: FieldPath<V>;
  till: FieldPath<V>;
}

/** The fields of a payment or refund: method, cash drawer and reference number (PAY-01). */
export function HowPaid<V extends FieldValues, T>({ control, method, reference, till }: HowPaidProps<V, T>) {
  const chosen: unknown = useController({ control, name: method }).field.value;
  const { value, onChange } = useController({ control, name: till }).field;
  return (
    <>
      <FormSelect
        control={control}
        name={method}
        label={texts.method}
        placeholder={texts.chooseMethod}
        options={PAYMENT_METHOD_OPTIONS}
      />
      <CashDrawer method={chosen} till={value} onTillChange={onChange} />
      <PaymentReference control={control} name={reference} />
    </>
  );
}
