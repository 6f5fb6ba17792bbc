import { useWatch, type UseFormReturn } from 'react-hook-form';
import { deviceText } from '@taller/shared/orders/equipment.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { balanceOf, isUncharged } from '@taller/shared/orders/payments.ts';
import type {
  VisitDelivery,
  VisitDeliveryInput,
} from '@taller/shared/orders/visits/visit-delivery-schema.ts';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { WarrantyDays } from '../actions/warranty-days.tsx';
import { AccessoriesToReturn } from '../checklists/accessories-to-return.tsx';
import { OutcomeFields } from '../warranty/outcome-fields.tsx';
import styles from './deliver-visit.module.css';
import { visitTexts as texts } from './texts.ts';

const { deliver } = orderTexts;

export type VisitDeliveryState = UseFormReturn<VisitDeliveryInput, unknown, VisitDelivery>;

/** The amount charged or given back for a device, in words. */
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
      {isChosen && !isUncharged(order) && (
        <WarrantyDays
          control={control}
          order={order}
          work={`orders.${order.id}.warrantyDays`}
          parts={`orders.${order.id}.partsWarrantyDays`}
          outcome={`orders.${order.id}.outcome`}
          number={number}
        />
      )}
    </li>
  );
}
