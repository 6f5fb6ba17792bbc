/**
 * The states of a service order and what each screen calls them.
 * Rule source: specification section 4; requirements PUB-03, ORD-02, ORD-07, REP-03, MSG-01.
 */

/** Every state an order can be in, in the usual order of a repair's life. */
export const ORDER_STATUSES = [
  'pending',
  'in_progress',
  'quoted',
  'approved',
  'rejected',
  'completed',
  'cancelled',
  'delivered',
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The states that the dashboard's selector offers (ORD-07), in its order. */
export const SELECTABLE_STATUSES = [
  'pending',
  'in_progress',
  'quoted',
  'completed',
  'delivered',
  'cancelled',
] as const satisfies readonly OrderStatus[];

export type SelectableStatus = (typeof SELECTABLE_STATUSES)[number];

/** The words of the public lookup, the decision page and the customer's portal (PUB-03). */
export const PUBLIC_STATUS_LABELS: Readonly<Record<OrderStatus, string>> = {
  pending: 'Pendiente de Revisión',
  in_progress: 'En Progreso',
  quoted: 'Presupuesto Enviado',
  approved: 'Presupuesto Aprobado',
  rejected: 'Presupuesto Rechazado',
  completed: 'Completado',
  cancelled: 'Cancelado',
  delivered: 'Entregado',
};

/** The words of the staff's lists (ORD-02): shorter where the specification is shorter. */
export const LIST_STATUS_LABELS: Readonly<Record<OrderStatus, string>> = {
  ...PUBLIC_STATUS_LABELS,
  pending: 'Pendiente',
};

/** The words of the reports (REP-03), which speak of the order ("la orden") in the feminine. */
export const REPORT_STATUS_LABELS: Readonly<Record<OrderStatus, string>> = {
  ...LIST_STATUS_LABELS,
  completed: 'Completada',
  cancelled: 'Cancelada',
  delivered: 'Entregada',
};

/**
 * What a state asks of the reader. Screens colour by this kind, not by the state, so that states that
 * ask the same look the same:
 * - `waiting`: the shop has not begun.
 * - `working`: the shop is at it.
 * - `asking`: the customer has to answer.
 * - `positive`: good news, more to come or ready to be picked up.
 * - `negative`: it stopped.
 * - `closed`: over and done, nobody has to act.
 */
export type StatusKind = 'waiting' | 'working' | 'asking' | 'positive' | 'negative' | 'closed';

export const STATUS_KINDS: Readonly<Record<OrderStatus, StatusKind>> = {
  pending: 'waiting',
  in_progress: 'working',
  quoted: 'asking',
  approved: 'positive',
  rejected: 'negative',
  completed: 'positive',
  cancelled: 'negative',
  delivered: 'closed',
};

/** Colours of the badge in the reports' modal (REP-03): green completed, yellow open, red otherwise. */
export type ReportBadge = 'green' | 'yellow' | 'red';

export function reportBadge(status: OrderStatus): ReportBadge {
  if (status === 'completed') return 'green';
  return status === 'pending' || status === 'in_progress' ? 'yellow' : 'red';
}

/** Names of the approved WhatsApp templates (specification section 7). */
export const MESSAGE_TEMPLATES = [
  'new_order',
  'order_quoted',
  'status_update',
  'order_completed',
  'order_cancelled',
  'order_delivered_v2',
] as const;

export type MessageTemplate = (typeof MESSAGE_TEMPLATES)[number];

const TEMPLATE_BY_STATUS: Readonly<Record<OrderStatus, MessageTemplate | null>> = {
  pending: null,
  in_progress: 'status_update',
  quoted: 'order_quoted',
  approved: null,
  rejected: null,
  completed: 'order_completed',
  cancelled: 'order_cancelled',
  delivered: 'order_delivered_v2',
};

/** The template that a change to `status` sends, or null where it sends none (MSG-01). */
export function templateForStatus(status: OrderStatus): MessageTemplate | null {
  return TEMPLATE_BY_STATUS[status];
}

/** True for the eight states; everything else that comes from outside is not one. */
export function isOrderStatus(value: unknown): value is OrderStatus {
  return typeof value === 'string' && (ORDER_STATUSES as readonly string[]).includes(value);
}

/** The customer may decide on the quote only in this state (specification section 4). */
export function canDecideQuote(status: OrderStatus): boolean {
  return status === 'quoted';
}

/** 'Presupuesto Listo' is offered in these states (ORD-08). */
export function offersQuoteReady(status: OrderStatus): boolean {
  return status === 'pending' || status === 'in_progress';
}

/** True while the device is still the shop's business: not delivered, cancelled or rejected. */
export function isOpenStatus(status: OrderStatus): boolean {
  return status !== 'delivered' && status !== 'cancelled' && status !== 'rejected';
}
