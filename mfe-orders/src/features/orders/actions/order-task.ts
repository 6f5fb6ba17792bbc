import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { isStoppedStatus, type OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { openWaitOf, type Waiting } from '@taller/shared/orders/waits/order-wait.ts';
import { CHECKLIST_TITLES } from '../checklists/titles.ts';
import { PART_TITLES } from '../parts/titles.ts';
import { PAYMENT_TITLES } from '../payments/titles.ts';
import { promiseTexts } from '../promises/texts.ts';
import { linesTexts } from '../quote/texts.ts';
import { visitTexts } from '../visits/texts.ts';
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
  | 'lines'
  | 'approval'
  | 'cancel'
  | 'contact'
  | 'deliver'
  | 'deliverVisit'
  | 'handBack'
  | 'notes'
  | 'remove'
  | 'takeBack'
  | 'receptionChecklist'
  | 'deliveryChecklist'
  | 'wait'
  | 'promise'
  | 'warranty'
  | 'part'
  | 'partPurchase'
  | 'partFault'
  | 'partStock'
  | 'payment'
  | 'refund'
  | 'correction'
  | 'document'
  | 'correctWarranty';

/** An open dialog and its order. */
export interface OrderTask {
  kind: OrderTaskKind;
  order: ActionOrder;
  /** The payment that is corrected or documented. */
  paymentId?: string;
  /** The part that takes a step. */
  partId?: string;
}

/** A device of a stopped order is handed back. */
export const dialogKind = ({ kind, order }: OrderTask): OrderTaskKind =>
  kind === 'deliver' && isStoppedStatus(order.status) ? 'handBack' : kind;

// A title that wraps keeps the dot at the end of its line.
const titleOfForm = (title: string) => (number: string) => `${title}\u00a0· ${orderTexts.order(number)}`;

const TITLES: Readonly<Record<OrderTaskKind, (number: string) => string>> = {
  quote: titleOfForm(orderTexts.quote.title),
  lines: titleOfForm(linesTexts.title),
  approval: titleOfForm(orderTexts.approval.title),
  cancel: titleOfForm(orderTexts.cancelOrder.title),
  contact: titleOfForm('Contacto'),
  deliver: titleOfForm(orderTexts.deliver.title),
  deliverVisit: () => visitTexts.deliverTitle,
  handBack: titleOfForm(orderTexts.handBack.title),
  notes: titleOfForm(orderTexts.notes.title),
  remove: orderTexts.remove.title,
  takeBack: orderTexts.takeBack.title,
  receptionChecklist: titleOfForm(CHECKLIST_TITLES.reception),
  deliveryChecklist: titleOfForm(CHECKLIST_TITLES.delivery),
  wait: titleOfForm(waitTexts.title),
  promise: titleOfForm(promiseTexts.title),
  warranty: titleOfForm(orderTexts.warrantyOutcome),
  part: titleOfForm(PART_TITLES.part),
  partPurchase: titleOfForm(PART_TITLES.partPurchase),
  partFault: titleOfForm(PART_TITLES.partFault),
  partStock: titleOfForm(PART_TITLES.partStock),
  payment: titleOfForm(PAYMENT_TITLES.payment),
  refund: titleOfForm(PAYMENT_TITLES.refund),
  correction: titleOfForm(PAYMENT_TITLES.correction),
  document: titleOfForm(PAYMENT_TITLES.document),
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
