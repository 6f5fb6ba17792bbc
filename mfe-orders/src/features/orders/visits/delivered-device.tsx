import { useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { deviceText } from '@taller/shared/orders/equipment.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { balanceOf, isUncharged } from '@taller/shared/orders/payments.ts';
import type {
  VisitDelivery,
  VisitDeliveryInput,
} from '@taller/shared/orders/visits/visit-delivery-schema.ts';
import { warrantyEnd } from '@taller/shared/orders/warranty.ts';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { goesOnWords } from '../actions/delivery-days.ts';
import { AccessoriesToReturn } from '../checklists/accessories-to-return.tsx';
import { OutcomeFields } from '../warranty/outcome-fields.tsx';
import styles from './deliver-visit.module.css';
import { visitTexts as texts } from './texts.ts';

const { deliver } = orderTexts;

export type VisitDeliveryState = UseFormReturn<VisitDeliveryInput, unknown, VisitDelivery>;

/** What is charged or given back for a device. */
function amountOf(order: Order): string {
  const balance = balanceOf(order);
  if (!order.total_amount && balance === 0 && !order.warranty_repair && !isUncharged(order))
    return texts.noPrice;
  const amount =
    balance > 0
      ? texts.balance(formatClp(balance))
      : balance < 0
        ? deliver.refund(formatClp(-balance))
        : texts.noBalance;
  return isUncharged(order) ? [texts.unrepaired, balance < 0 && amount].filter(Boolean).join(' · ') : amount;
}

interface DeliveredDeviceProps {
  form: VisitDeliveryState;
  order: Order;
}

/** A device of a visit that can be collected: whether it is, and its warranty. */
export function DeliveredDevice({ form, order }: DeliveredDeviceProps) {
  const { control } = form;
  const isChosen = useWatch({ control, name: `orders.${order.id}.chosen` });
  const number = `#${formatOrderNumber(order.order_number)}`;
  return (
    <li className={styles.device}>
      <Checkbox
        {...form.register(`orders.${order.id}.chosen`)}
        label={`${number} ${deviceText(order)}`}
        hint={amountOf(order)}
      />
      {isChosen && <AccessoriesToReturn orderId={order.id} />}
      {isChosen && order.warranty_repair && !isUncharged(order) && (
        <OutcomeFields
          control={control}
          outcome={`orders.${order.id}.outcome`}
          reason={`orders.${order.id}.outcomeReason`}
        />
      )}
      {isChosen && !isUncharged(order) && <Warranty form={form} order={order} number={number} />}
    </li>
  );
}

/** The last day of days that are being typed; undefined for none, and for what is no number of days. */
function useEnd(days: number | null | undefined): string | undefined {
  const [now] = useState(() => new Date());
  return warrantyEnd(now, typeof days === 'number' && days <= 3650 ? days : null) ?? undefined;
}

function Warranty({ form: { control }, order, number }: DeliveredDeviceProps & { number: string }) {
  const [days, partsDays] = useWatch({
    control,
    name: [`orders.${order.id}.warrantyDays`, `orders.${order.id}.partsWarrantyDays`],
  });
  const end = useEnd(days);
  const partsEnd = useEnd(partsDays);
  if (order.warranty_since) return <p>{goesOnWords(order)}</p>;
  return (
    <div className={styles.days}>
      <FormNumberField
        control={control}
        name={`orders.${order.id}.warrantyDays`}
        label={texts.days(number)}
        suffix={deliver.unit}
        hint={end ? deliver.until(formatDate(end)) : days === 0 ? deliver.noWarranty : undefined}
      />
      <FormNumberField
        control={control}
        name={`orders.${order.id}.partsWarrantyDays`}
        label={texts.partsDays(number)}
        suffix={deliver.unit}
        hint={
          partsEnd
            ? deliver.partsUntil(formatDate(partsEnd))
            : partsDays === 0
              ? deliver.noPartsWarranty
              : deliver.partsAsWork
        }
        optional
      />
    </div>
  );
}
