import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { isStoppedStatus, type OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { openWaitOf, type Waiting } from '@taller/shared/orders/waits/order-wait.ts';
import { PAYMENT_TITLES } from '../payments/titles.ts';
import { promiseTexts } from '../promises/texts.ts';
import { waitTexts } from '../waits/texts.ts';

/** The columns that every action needs, available in list rows and in the order view. */
export interface ActionOrder extends Waiting {
  id: string;
  order_number: number;
  status: OrderStatus;
  version: number;
  customer_name: string;
  total_amount: number | null;
  warranty_repair: boolean;
  promised_at?: string | null;
}

/** The actions with a dialog. */
export type OrderTaskKind =
  | 'quote'
  | 'approval'
  | 'cancel'
  | 'deliver'
  | 'handBack'
  | 'notes'
  | 'remove'
  | 'takeBack'
  | 'wait'
  | 'promise'
  | 'warranty'
  | 'payment'
  | 'refund'
  | 'correction'
  | 'correctWarranty';

/** An open dialog and its order. */
export interface OrderTask {
  kind: OrderTaskKind;
  order: ActionOrder;
  /** The payment that is corrected. */
  paymentId?: string;
}

/** A device of a stopped order is handed back. */
export const dialogKind = ({ kind, order }: OrderTask): OrderTaskKind =>
  kind === 'deliver' && isStoppedStatus(order.status) ? 'handBack' : kind;

// A title that wraps keeps the dot at the end of its line.
const titleOfForm = (title: string) => (number: string) => `${title}\u00a0· ${orderTexts.order(number)}`;

const TITLES: Readonly<Record<OrderTaskKind, (number: string) => string>> = {
  quote: titleOfForm(orderTexts.quote.title),
  approval: titleOfForm(orderTexts.approval.title),
  cancel: titleOfForm(orderTexts.cancelOrder.title),
  deliver: titleOfForm(orderTexts.deliver.title),
  handBack: titleOfForm(orderTexts.handBack.title),
  notes: titleOfForm(orderTexts.notes.title),
  remove: orderTexts.remove.title,
  takeBack: orderTexts.takeBack.title,
  wait: titleOfForm(waitTexts.title),
  promise: titleOfForm(promiseTexts.title),
  warranty: titleOfForm(orderTexts.warrantyOutcome),
  payment: titleOfForm(PAYMENT_TITLES.payment),
  refund: titleOfForm(PAYMENT_TITLES.refund),
  correction: titleOfForm(PAYMENT_TITLES.correction),
  correctWarranty: titleOfForm(orderTexts.warrantyCorrection),
};
const CHANGED_WAIT = titleOfForm(waitTexts.changeTitle);
const CHANGED_PROMISE = titleOfForm(promiseTexts.changeTitle);

/** Title of the dialog of an action. */
export function taskTitle(task: OrderTask): string {
  const { kind, order } = task;
  const titleOf =
    kind === 'wait' && openWaitOf(order)
      ? CHANGED_WAIT
      : kind === 'promise' && order.promised_at
        ? CHANGED_PROMISE
        : TITLES[dialogKind(task)];
  return titleOf(formatOrderNumber(order.order_number));
}
