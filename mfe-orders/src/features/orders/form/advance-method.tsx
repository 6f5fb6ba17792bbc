import { useWatch } from 'react-hook-form';
import { PAYMENT_METHOD_OPTIONS } from '@taller/shared/orders/ledger/payment-method.ts';
import { FormSelect } from '@taller/shared/ui/form-select.tsx';
import { CashDrawer } from '#src/components/cash-drawer.tsx';
import { howPaidTexts } from '#src/components/texts.ts';
import type { OrderFormControls } from './order-form-values.ts';
import { orderFormTexts as texts } from './texts.ts';

/** The method of a new order's advance, and the cash drawer it goes into (PAY-27). */
export function AdvanceMethod({ form: { control, setValue } }: { form: OrderFormControls }) {
  const [advance, method, till] = useWatch({
    control,
    name: ['advancePayment', 'advance_method', 'advance_till'],
  });
  if (!(Number(advance) > 0)) return null;
  return (
    <>
      <FormSelect
        control={control}
        name="advance_method"
        label={texts.advanceMethod}
        placeholder={howPaidTexts.chooseMethod}
        options={PAYMENT_METHOD_OPTIONS}
      />
      <CashDrawer
        method={method}
        till={till ?? ''}
        onTillChange={(chosen) => setValue('advance_till', chosen)}
      />
    </>
  );
}
