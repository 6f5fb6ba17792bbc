/**
 * The states of a service order: one record per state, from which screens, imports and messages take what they need.
 * Rules: PUB-03, ORD-02, ORD-07, REP-03, MSG-01 and ORD-53 of docs/requirements.md. The database repeats `phase` and
 * checks the rest; supabase/test/status-agreement.test.ts holds both together.
 */
import { may, type Permission } from '#src/access/permissions.ts';
import type { Role } from '#src/access/roles.ts';
import type { OrderStep } from './order-journey.ts';

interface StatusFacts {
  /** The words of the staff's lists (ORD-02). */
  label: string;
  /** The words of the public look-up, the decision page and the portal (PUB-03), where they differ. */
  publicLabel?: string;
  /** The words of the reports (REP-03), which speak of the order ("la orden") in the feminine, where they differ. */
  reportLabel?: string;
  /**
   * - `open`: there is work to do.
   * - `pickup`: the work is over and the device waits to be collected.
   * - `closed`: nothing more happens; the device's code is erased and the order begins to age.
   */
  phase: 'open' | 'pickup' | 'closed';
  /** Where it stands in the journey that a customer sees; null where no place is known. */
  step: OrderStep | null;
  /** The order ended without reaching the last step. */
  stopped?: true;
  /** What whoever chooses it in the desk's selector must be allowed to (ORD-07); null where it is the customer's answer. */
  chosenWith: Permission | null;
  /** The dialog that asks for what the status needs. */
  asks?: 'quote' | 'cancel' | 'deliver';
  /** The WhatsApp template that a change to it sends (MSG-01). */
  template?: string;
  /** What the staff calls the message to the customer about it. */
  messageTitle?: string;
}

/** Every state an order can be in, in the usual order of a repair's life. */
export const ORDER_STATUS = {
  pending: {
    label: 'Pendiente',
    publicLabel: 'Pendiente de Revisión',
    phase: 'open',
    step: 'received',
    chosenWith: 'orders.choose-status',
  },
  in_progress: {
    label: 'En Progreso',
    phase: 'open',
    step: 'review',
    chosenWith: 'orders.choose-status',
    template: 'status_update',
    messageTitle: 'En progreso',
  },
  quoted: {
    label: 'Presupuesto Enviado',
    phase: 'open',
    step: 'quote',
    chosenWith: 'orders.choose-status',
    asks: 'quote',
    template: 'order_quoted',
    messageTitle: 'Presupuesto listo',
  },
  approved: {
    label: 'Presupuesto Aprobado',
    phase: 'open',
    step: 'repair',
    chosenWith: null,
    messageTitle: 'Presupuesto aprobado',
  },
  rejected: {
    label: 'Presupuesto Rechazado',
    phase: 'pickup',
    step: 'quote',
    stopped: true,
    chosenWith: null,
    messageTitle: 'Presupuesto rechazado',
  },
  completed: {
    label: 'Completado',
    reportLabel: 'Completada',
    phase: 'pickup',
    step: 'ready',
    chosenWith: 'orders.choose-status',
    template: 'order_completed',
    messageTitle: 'Reparación terminada',
  },
  cancelled: {
    label: 'Cancelado',
    reportLabel: 'Cancelada',
    phase: 'closed',
    // How far it had come is not recorded.
    step: null,
    stopped: true,
    chosenWith: 'orders.cancel',
    asks: 'cancel',
    template: 'order_cancelled',
    messageTitle: 'Orden cancelada',
  },
  delivered: {
    label: 'Entregado',
    reportLabel: 'Entregada',
    phase: 'closed',
    step: 'delivered',
    chosenWith: 'orders.choose-status',
    asks: 'deliver',
    template: 'order_delivered_v2',
    messageTitle: 'Equipo entregado',
  },
} as const satisfies Readonly<Record<string, StatusFacts>>;

export type OrderStatus = keyof typeof ORDER_STATUS;

/** The states that somebody of the staff chooses. */
export type SelectableStatus = {
  [Status in OrderStatus]: (typeof ORDER_STATUS)[Status]['chosenWith'] extends null ? never : Status;
}[OrderStatus];

/** The facts of a status, for readers that do not know which one it is. */
export const statusFacts = (status: OrderStatus): StatusFacts => ORDER_STATUS[status];

export const ORDER_STATUSES = Object.keys(ORDER_STATUS) as readonly OrderStatus[];

const isSelectable = (status: OrderStatus): status is SelectableStatus =>
  statusFacts(status).chosenWith !== null;

const CHOICES = ORDER_STATUSES.filter(isSelectable);
const isStopped = (status: OrderStatus) => statusFacts(status).stopped === true;

/** The states that the desk's selector offers (ORD-07), what stops an order last. */
export const SELECTABLE_STATUSES: readonly SelectableStatus[] = [
  ...CHOICES.filter((status) => !isStopped(status)),
  ...CHOICES.filter(isStopped),
];

/** Whether the desk's selector offers what was chosen in it. */
export const isSelectableStatus = (value: unknown): value is SelectableStatus =>
  isOrderStatus(value) && isSelectable(value);

type Labels = Readonly<Record<OrderStatus, string>>;

const labels = (labelOf: (facts: StatusFacts) => string | undefined): Labels =>
  Object.fromEntries(
    ORDER_STATUSES.map((status) => {
      const facts = statusFacts(status);
      return [status, labelOf(facts) ?? facts.label];
    }),
  ) as Labels;

/** The words of the staff's lists (ORD-02). */
export const LIST_STATUS_LABELS: Labels = labels(({ label }) => label);
/** The words of the public look-up, the decision page and the customer's portal (PUB-03). */
export const PUBLIC_STATUS_LABELS: Labels = labels(({ publicLabel }) => publicLabel);
/** The words of the reports (REP-03). */
export const REPORT_STATUS_LABELS: Labels = labels(({ reportLabel }) => reportLabel);

/** Colours of the badge in the reports' modal (REP-03): green completed, yellow open, red otherwise. */
export type ReportBadge = 'green' | 'yellow' | 'red';

export function reportBadge(status: OrderStatus): ReportBadge {
  if (status === 'completed') return 'green';
  return status === 'pending' || status === 'in_progress' ? 'yellow' : 'red';
}

/** The template that a change to `status` sends, or null where it sends none (MSG-01). */
export function templateForStatus(status: OrderStatus): string | null {
  return statusFacts(status).template ?? null;
}

/** What the staff calls a message: its event is `created`, or the status that the order reached (MSG-03). */
export function messageTitle(event: string): string {
  if (event === 'created') return 'Orden recibida';
  return (isOrderStatus(event) && statusFacts(event).messageTitle) || event;
}

/** True for the states above; everything else that comes from outside is not one. */
export function isOrderStatus(value: unknown): value is OrderStatus {
  return typeof value === 'string' && Object.hasOwn(ORDER_STATUS, value);
}

/** The customer may decide on the quote only in this state (PUB-04). */
export function canDecideQuote(status: OrderStatus): boolean {
  return status === 'quoted';
}

/** 'Presupuesto Listo' is offered in these states (ORD-08). */
export function offersQuoteReady(status: OrderStatus): boolean {
  return status === 'pending' || status === 'in_progress';
}

/** True once nothing more happens with an order: delivered or cancelled. */
export function isClosedStatus(status: OrderStatus): boolean {
  return statusFacts(status).phase === 'closed';
}

/** Whether `role` may choose `status` in the desk's selector (ORD-07 to ORD-10). The server decides. */
export function canChooseStatus(role: Role | null | undefined, status: OrderStatus): boolean {
  const { chosenWith } = statusFacts(status);
  return chosenWith !== null && may(role, chosenWith);
}
