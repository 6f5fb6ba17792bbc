import { useController, type Control } from 'react-hook-form';
import { PAYMENT_METHOD_OPTIONS } from '@taller/shared/orders/ledger/payment-method.ts';
import { LONGEST_PAYMENT_NOTE, OWED, type BalanceForm } from '@taller/shared/orders/ledger/payment-schema.ts';
import { RadioList } from '@taller/shared/ui/radio-list.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { DocumentFields, PAYMENT_DOCUMENTS } from '../tax/document-fields.tsx';
import { CashDrawer } from '#src/components/cash-drawer.tsx';
import { PaymentReference } from '#src/components/how-paid.tsx';
import { paymentTexts as texts } from './texts.ts';

const OPTIONS = [...PAYMENT_METHOD_OPTIONS, { value: OWED, label: texts.owed }];

interface BalanceFieldsProps<V extends BalanceForm, T> {
  control: Control<V, unknown, T>;
  balance: number;
  /** Everything else is known: the form begins here. */
  autoFocus?: boolean;
}

/** The payment of the balance at a delivery, or why it stays owed (PAY-08); renders nothing without a balance. */
export const BalanceFields = <V extends BalanceForm, T>(props: BalanceFieldsProps<V, T>) =>
  props.balance > 0 && <Fields {...props} />;

function Fields<V extends BalanceForm, T>({ control: whole, balance, autoFocus }: BalanceFieldsProps<V, T>) {
  // These fields are its own part of the whole form.
  const control = whole as unknown as Control<BalanceForm>;
  const paidBy = useController({ control, name: 'paidBy' });
  const choice = paidBy.field.value;
  const reason = useController({ control, name: 'owedReason' });
  const till = useController({ control, name: 'till' }).field;
  return (
    <>
      <RadioList
        label={texts.balance(formatClp(balance))}
        options={OPTIONS}
        value={choice}
        onChange={paidBy.field.onChange}
        error={paidBy.fieldState.error?.message}
        compact
        autoFocus={autoFocus}
      />
      <CashDrawer method={choice} till={till.value} onTillChange={till.onChange} />
      {choice === OWED && (
        <TextField
          {...reason.field}
          label={texts.owedReason}
          maxLength={LONGEST_PAYMENT_NOTE}
          error={reason.fieldState.error?.message}
          autoComplete="off"
        />
      )}
      {choice !== OWED && choice !== '' && (
        <>
          {choice !== 'cash' && <PaymentReference control={control} name="reference" />}
          <DocumentFields control={control} name="document" kinds={PAYMENT_DOCUMENTS} />
        </>
      )}
    </>
  );
}
