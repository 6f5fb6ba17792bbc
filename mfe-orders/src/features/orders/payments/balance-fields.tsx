import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { PAYMENT_METHOD_OPTIONS } from '@taller/shared/orders/ledger/payment-method.ts';
import { LONGEST_PAYMENT_NOTE, OWED } from '@taller/shared/orders/ledger/payment-schema.ts';
import { FormSelect } from '@taller/shared/ui/form-select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { DocumentFields, PAYMENT_DOCUMENTS } from '../tax/document-fields.tsx';
import { CashDrawer } from '#src/components/cash-drawer.tsx';
import { PaymentReference } from '#src/components/how-paid.tsx';
import { paymentTexts as texts } from './texts.ts';

const OPTIONS = [...PAYMENT_METHOD_OPTIONS, { value: OWED, label: texts.owed }];

interface BalanceFieldsProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>;
  paidBy: FieldPath<V>;
  reference: FieldPath<V>;
  owedReason: FieldPath<V>;
  document: FieldPath<V>;
  till: FieldPath<V>;
  balance: number;
}

/** How the balance of a delivery was paid, or why it stays (PAY-08). */
export function BalanceFields<V extends FieldValues, T>({
  control,
  paidBy,
  reference,
  owedReason: reasonName,
  document,
  till: tillName,
  balance,
}: BalanceFieldsProps<V, T>) {
  const choice: unknown = useController({ control, name: paidBy }).field.value;
  const reason = useController({ control, name: reasonName });
  const till = useController({ control, name: tillName }).field;
  return (
    <>
      <FormSelect
        control={control}
        name={paidBy}
        label={texts.balance(formatClp(balance))}
        options={OPTIONS}
      />
      <CashDrawer method={choice} till={till.value} onTillChange={till.onChange} />
      {choice === OWED ? (
        <TextField
          {...reason.field}
          label={texts.owedReason}
          maxLength={LONGEST_PAYMENT_NOTE}
          error={reason.fieldState.error?.message}
          autoComplete="off"
        />
      ) : (
        <>
          {choice !== 'cash' && <PaymentReference control={control} name={reference} />}
          <DocumentFields control={control} name={document} kinds={PAYMENT_DOCUMENTS} />
        </>
      )}
    </>
  );
}
