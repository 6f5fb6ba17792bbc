import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import {
  PAYABLE_LIMIT,
  payableOrdersQuery,
  type CustomerOrder,
} from '@taller/shared/orders/customers/customer-orders-query.ts';
import { deviceText } from '@taller/shared/orders/equipment.ts';
import { orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import { useTakePaymentMutation } from '@taller/shared/orders/ledger/payment-mutations.ts';
import {
  manyPaymentSchema,
  type ManyPayment,
  type ManyPaymentInput,
} from '@taller/shared/orders/ledger/payment-schema.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { HowPaid } from '#src/components/how-paid.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { recordTexts } from '#src/features/customers/texts.ts';
import section from './customers-section.module.css';
import styles from './pay-orders-dialog.module.css';

const { payment: texts } = recordTexts;

export interface PayOrdersDialogProps {
  /** The id of the account or of one of the orders. */
  id: string;
  onClose: () => void;
}

/** One payment for many of a customer's orders (CARD-07). */
export function PayOrdersDialog({ id, onClose }: PayOrdersDialogProps) {
  const query = useQuery(payableOrdersQuery(id));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={texts.title} description={texts.text}>
      <Loaded
        query={query}
        message={texts.loadFailed}
        skeleton={<Skeleton label={commonTexts.loading} count={4} />}
      >
        {({ rows, total }) =>
          rows.length === 0 ? (
            <DialogBody>
              <p>{texts.none}</p>
            </DialogBody>
          ) : (
            <PaymentForm id={id} rows={rows} total={total} onClose={onClose} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface PaymentFormProps extends PayOrdersDialogProps {
  rows: readonly CustomerOrder[];
  total: number;
}

function PaymentForm({ id, rows, total, onClose }: PaymentFormProps) {
  const { mutate, isPending, error } = useTakePaymentMutation();
  const form = useForm<ManyPaymentInput, unknown, ManyPayment>({
    resolver: zodResolver(manyPaymentSchema),
    // The orders at the time of opening: a refetch must not discard input.
    defaultValues: {
      orders: rows.map((row) => ({ id: row.id, chosen: true, amount: row.payable })),
      method: '',
      reference: '',
      till: '',
    },
  });
  const problem = form.formState.errors.root?.message;
  const orders = useWatch({ control: form.control, name: 'orders' });
  const chosen = orders.filter((order) => order.chosen);
  const sum = chosen.reduce((all, { amount }) => all + (amount ?? 0), 0);
  const save = ({ orders: paid, ...how }: ManyPayment) =>
    mutate(
      {
        orders: paid.flatMap((order) =>
          order.chosen && order.amount !== null ? [{ id: order.id, amount: order.amount }] : [],
        ),
        ...how,
      },
      {
        onSuccess: () => {
          toast.success(texts.taken(formatClp(sum)));
          onClose();
        },
      },
    );
  return (
    <Form form={form} draft={`pago.cliente.${id}`} onSubmit={form.handleSubmit(save)}>
      <DialogBody>
        <div className={section.fields}>
          {error && (
            <Banner tone="danger" alert>
              {orderSaveFailure(error)}
            </Banner>
          )}
          {total > rows.length && (
            <p className={section.intro}>
              {texts.newestOnly(formatThousands(PAYABLE_LIMIT), formatThousands(total))}
            </p>
          )}
          <Amounts form={form} orders={orders} rows={rows} />
          {problem && (
            <Banner tone="danger" alert>
              {problem}
            </Banner>
          )}
          <p className={styles.sum} aria-live="polite">
            {texts.sum(formatClp(sum), chosen.length)}
          </p>
          <HowPaid control={form.control} method="method" reference="reference" till="till" />
        </div>
      </DialogBody>
      <SaveFooter label={texts.take} busyLabel={texts.saving} busy={isPending} />
    </Form>
  );
}

type PaymentFormState = UseFormReturn<ManyPaymentInput, unknown, ManyPayment>;

interface AmountsProps {
  form: PaymentFormState;
  orders: ManyPaymentInput['orders'];
  rows: readonly CustomerOrder[];
}

/** The choice of the orders to pay, and of the amount for each. */
function Amounts({ form, orders, rows }: AmountsProps) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (
    <ul className={styles.orders}>
      {orders.map((order, at) => {
        const row = byId.get(order.id);
        const number = `#${formatOrderNumber(row?.order_number ?? 0)}`;
        return (
          <li key={order.id} className={styles.order}>
            <Checkbox
              {...form.register(`orders.${at}.chosen`)}
              label={number}
              hint={[row && deviceText(row), row?.customer_reference].filter(Boolean).join(' · ')}
            />
            {order.chosen && (
              <FormNumberField
                control={form.control}
                name={`orders.${at}.amount`}
                label={texts.amountOf(number)}
                prefix="$"
                hint={row && texts.atMost(formatClp(row.payable))}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
