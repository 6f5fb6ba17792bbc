import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { PAYMENT_METHOD_OPTIONS } from '@taller/shared/orders/ledger/payment-method.ts';
import {
  LONGEST_PAYMENT_NOTE,
  LONGEST_REFERENCE,
  OWED,
} from '@taller/shared/orders/ledger/payment-schema.ts';
import { FormSelect } from '@taller/shared/ui/form-select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { paymentTexts as texts } from './texts.ts';

const OPTIONS = [...PAYMENT_METHOD_OPTIONS, { value: OWED, label: texts.owed }];

interface BalanceFieldsProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>;
  paidBy: FieldPath<V>;
  reference: FieldPath<V>;
  owedReason: FieldPath<V>;
  balance: number;
}

/** How the balance of a delivery was paid, or why it stays (PAY-08). */
export function BalanceFields<V extends FieldValues, T>({
  control,
  paidBy,
  reference: referenceName,
  owedReason: reasonName,
  balance,
}: BalanceFieldsProps<V, T>) {
  const choice: unknown = useController({ control, name: paidBy }).field.value;
  const reference = useController({ control, name: referenceName });
  const reason = useController({ control, name: reasonName });
  return (
    <>
      <FormSelect
        control={control}
        name={paidBy}
        label={texts.balance(formatClp(balance))}
        options={OPTIONS}
      />
      {choice === OWED ? (
        <TextField
          {...reason.field}
          label={texts.owedReason}
          maxLength={LONGEST_PAYMENT_NOTE}
          error={reason.fieldState.error?.message}
          autoComplete="off"
        />
      ) : (
        choice !== 'cash' && (
          <TextField
            {...reference.field}
            label={texts.reference}
            hint={texts.referenceHint}
            maxLength={LONGEST_REFERENCE}
            error={reference.fieldState.error?.message}
            autoComplete="off"
            optional
          />
        )
      )}
    </>
  );
}
