import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { orderReadFailure, orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import {
  NO_BALANCE_FORM,
  saysBalance,
  toBalanceColumns,
} from '@taller/shared/orders/ledger/payment-schema.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { orderQuery, type Order } from '@taller/shared/orders/order-queries.ts';
import { balanceOf, isUncharged } from '@taller/shared/orders/payments.ts';
import { ORDER_STATUS } from '@taller/shared/orders/status/order-status.ts';
import {
  useDeliverVisitMutation,
  type DeliveredOrder,
} from '@taller/shared/orders/visits/deliver-visit-mutation.ts';
import { isCollectable } from '@taller/shared/orders/visits/visit-delivery.ts';
import {
  visitDeliverySchema,
  type DeliveredOrderInput,
  type VisitDelivery,
  type VisitDeliveryInput,
} from '@taller/shared/orders/visits/visit-delivery-schema.ts';
import { visitOrdersQuery } from '@taller/shared/orders/visits/visit-orders-query.ts';
import { useQueries, useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { deskSettingsQuery, type DeskSettings } from '@taller/shared/settings/desk-settings-query.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { initialDays, usualDays } from '../actions/delivery-days.ts';
import dialog from '../actions/dialogs.module.css';
import type { TaskFormProps } from '../actions/task-form.ts';
import { BalanceFields } from '../payments/balance-fields.tsx';
import { MissingSignature } from '../signatures/missing-signature.tsx';
import { OfferedSignature } from '../signatures/offered-signature.tsx';
import { UndocumentedNote } from '../tax/undocumented-note.tsx';
import { DeliveredDevice, type VisitDeliveryState } from './delivered-device.tsx';
import styles from './deliver-visit.module.css';
import { visitTexts as texts } from './texts.ts';

/** Hands over the devices of an order's visit that can be collected, all or none (REC-08). */
export function DeliverVisitForm({ order, onDone }: TaskFormProps<Order>) {
  const visit = useQuery({ ...visitOrdersQuery(order.id), refetchOnMount: 'always' });
  const ids = visit.data?.map(({ id }) => id) ?? [];
  const loaded = useQueries({
    queries: ids.map((id) => ({ ...orderQuery(id), refetchOnMount: 'always' as const })),
  });
  const settings = useQuery(deskSettingsQuery());
  // A cached order may be older than what the desk shows.
  const orders = loaded.flatMap(({ data, isFetchedAfterMount, isPaused }) =>
    data && (isFetchedAfterMount || isPaused) ? [data] : [],
  );
  const error = visit.error ?? loaded.find((each) => each.error)?.error;
  const isSettled = settings.data !== undefined || settings.failureCount > 0 || settings.isPaused;
  if (
    visit.data &&
    (visit.isFetchedAfterMount || visit.isPaused) &&
    orders.length === ids.length &&
    isSettled
  )
    return <LoadedVisit order={order} orders={orders} settings={settings.data} onDone={onDone} />;
  const retry = () => [visit, ...loaded].filter((each) => each.error).map((each) => each.refetch());
  return (
    <DialogBody>
      {error ? (
        <ErrorState
          error={error}
          message={`${texts.readFailed} ${orderReadFailure(error)}`}
          onRetry={retry}
          retrying={visit.isFetching || loaded.some((each) => each.isFetching)}
        />
      ) : (
        <Skeleton label={orderTexts.loading} count={4} />
      )}
    </DialogBody>
  );
}

function initialOf(order: Order, settings: DeskSettings | undefined): DeliveredOrderInput {
  const { warrantyDays, partsWarrantyDays } = isUncharged(order)
    ? { warrantyDays: 0, partsWarrantyDays: null }
    : initialDays(order, usualDays(settings, order));
  return {
    chosen: true,
    warrantyDays: warrantyDays === '' ? null : warrantyDays,
    partsWarrantyDays,
    isReturn: order.warranty_repair && !isUncharged(order),
    outcome: order.warranty_outcome ?? '',
    outcomeReason: order.warranty_reason ?? '',
  };
}

/** An order as it is handed over. */
function toDelivered(order: Order, said: VisitDelivery['orders'][string] | undefined): DeliveredOrder {
  return {
    id: order.id,
    version: order.version,
    warranty_days: said?.warrantyDays ?? null,
    parts_warranty_days: said?.partsWarrantyDays ?? null,
    ...(said?.isReturn && {
      warranty_outcome: said.outcome,
      warranty_reason: said.outcome === 'not_covered' ? said.outcomeReason : null,
    }),
  };
}

/** The orders that stay in the shop, with their status. */
const staysText = (orders: readonly Order[]): string =>
  orders
    .map(
      ({ order_number: number, status }) => `#${formatOrderNumber(number)} (${ORDER_STATUS[status].label})`,
    )
    .join(', ');

/** The amount left to pay for devices, in pesos: a refund for one of them does not pay for another. */
const owedFor = (orders: readonly Order[]) =>
  orders.reduce((all, each) => all + Math.max(balanceOf(each), 0), 0);

interface LoadedVisitProps {
  order: Order;
  orders: readonly Order[];
  settings: DeskSettings | undefined;
  onDone: () => void;
}

function LoadedVisit({ order, orders, settings, onDone }: LoadedVisitProps) {
  const { mutate, isPending, error } = useDeliverVisitMutation();
  // After a refusal the orders are shown as they are then.
  const [opened] = useState(orders);
  const [isRefused, setRefused] = useState(false);
  const shown = isRefused ? orders : opened;
  const form = useForm<VisitDeliveryInput, unknown, VisitDelivery>({
    resolver: zodResolver(
      visitDeliverySchema.check(
        ...saysBalance<VisitDelivery>(({ orders: values }) =>
          owedFor(shown.filter(({ id }) => values[id]?.chosen)),
        ),
      ),
    ),
    defaultValues: {
      orders: Object.fromEntries(
        opened.filter(isCollectable).map((each) => [each.id, initialOf(each, settings)]),
      ),
      ...NO_BALANCE_FORM,
    },
  });
  const said = useWatch({ control: form.control, name: 'orders' });
  const devices = shown.filter((each) => isCollectable(each) && said[each.id]);
  const stays = shown.filter((each) => !devices.includes(each) && each.status !== 'delivered');
  const chosen = devices.filter(({ id }) => said[id]?.chosen);
  const balance = owedFor(chosen);
  if (devices.length === 0)
    return (
      <DialogBody>
        <p>{texts.none}</p>
      </DialogBody>
    );
  const deliver = ({ orders: values, ...payment }: VisitDelivery) =>
    mutate(
      {
        orders: chosen.map((each) => toDelivered(each, values[each.id])),
        numbers: chosen.map((each) => each.order_number),
        payment: toBalanceColumns(payment, 0, balance).payment_details ?? {},
      },
      {
        onSuccess: () => {
          toast.success(texts.delivered(chosen.length));
          onDone();
        },
        onError: (failure) => {
          toast.error(withRequestCode(texts.deliverFailed, failure));
          setRefused(dataErrorCode(failure) !== 'offline');
        },
      },
    );
  return (
    <Form form={form} draft={`entregar.visita.${order.id}`} onSubmit={form.handleSubmit(deliver)}>
      <DialogBody>
        <VisitFields
          form={form}
          order={order}
          devices={devices}
          chosen={chosen}
          balance={balance}
          error={error}
        />
        {stays.length > 0 && <p className={styles.muted}>{texts.stays(staysText(stays))}</p>}
      </DialogBody>
      <SaveFooter label={texts.deliver(chosen.length)} busyLabel={orderTexts.deliver.busy} busy={isPending} />
    </Form>
  );
}

interface VisitFieldsProps {
  form: VisitDeliveryState;
  order: Order;
  devices: readonly Order[];
  chosen: readonly Order[];
  balance: number;
  error: unknown;
}

/** The fields of a delivery, once for all devices: signature, documents and balance; and each device's warranty. */
function VisitFields({ form, order, devices, chosen, balance, error }: VisitFieldsProps) {
  const chosenIds = chosen.map(({ id }) => id);
  const problem = form.formState.errors.root?.message;
  return (
    <div className={dialog.fields}>
      {error !== null && (
        <Banner tone="danger" alert>
          {orderSaveFailure(error)}
        </Banner>
      )}
      <p className={dialog.summary}>
        <span>{order.customer_name}</span>
        <span className={dialog.strong} aria-live="polite">
          {balance > 0 ? orderTexts.deliver.balance(formatClp(balance)) : orderTexts.deliver.paid}
        </span>
      </p>
      {chosen.length > 0 && <MissingSignature orderIds={chosenIds} />}
      <UndocumentedNote orderIds={chosenIds} />
      <ul className={styles.devices}>
        {devices.map((each) => (
          <DeliveredDevice key={each.id} form={form} order={each} />
        ))}
      </ul>
      {problem && (
        <Banner tone="danger" alert>
          {problem}
        </Banner>
      )}
      <BalanceFields control={form.control} balance={balance} />
      <OfferedSignature orderIds={chosenIds} />
    </div>
  );
}
