/**
 * The statuses of a service order: one record each, from which screens, imports and messages are derived. Rules:
 * PUB-03, ORD-02, ORD-07, REP-03, MSG-01 and ORD-53 of docs/requirements.md. The database repeats `phase` and checks
 * the rest; supabase/test/status-agreement.test.ts compares both.
 */
import { may, type Permission } from '../../access/permissions.ts';
import type { Role } from '../../access/roles.ts';

/** The steps as presented to customers. */
export const ORDER_STEPS = ['received', 'review', 'quote', 'repair', 'ready', 'delivered'] as const;
export type OrderStep = (typeof ORDER_STEPS)[number];

interface StatusFacts {
  /** Label in the staff's lists (ORD-02). */
  label: string;
  /** Label of the public lookup, the decision page and the portal (PUB-03), if different. */
  publicLabel?: string;
  /** Label in the reports (REP-03), in the feminine to agree with "la orden", if different. */
  reportLabel?: string;
  /**
   * - `open`: work remains.
   * - `pickup`: the work is finished and the device awaits pickup.
   * - `closed`: nothing more happens; the device code is deleted and the retention period starts.
   */
  phase: 'open' | 'pickup' | 'closed';
  /** Step of the journey shown to customers; null if unknown. */
  step: OrderStep | null;
  /** The order ended without reaching the last step. */
  stopped?: true;
  /** Permission to choose it in the desk's selector (ORD-07); null if it is set by the customer's answer. */
  permission: Permission | null;
  /** The dialog for the status's required input. */
  dialog?: 'quote' | 'cancel' | 'deliver';
  /** Staff's name for the message to the customer (MSG-01); absent if none is sent. */
  messageTitle?: string;
}

/** Every order status, in workflow order. */
export const ORDER_STATUS = {
  pending: {
    label: 'Pendiente',
    publicLabel: 'Pendiente de Revisión',
    phase: 'open',
    step: 'received',
    permission: 'orders.choose-status',
  },
  in_progress: {
    label: 'En Progreso',
    phase: 'open',
    step: 'review',
    permission: 'orders.choose-status',
    messageTitle: 'En progreso',
  },
  quoted: {
    label: 'Presupuesto Enviado',
    phase: 'open',
    step: 'quote',
    permission: 'orders.choose-status',
    dialog: 'quote',
    messageTitle: 'Presupuesto listo',
  },
  approved: {
    label: 'Presupuesto Aprobado',
    phase: 'open',
    step: 'repair',
    permission: null,
    messageTitle: 'Presupuesto aprobado',
  },
  rejected: {
    label: 'Presupuesto Rechazado',
    phase: 'pickup',
    step: 'quote',
    stopped: true,
    permission: null,
    messageTitle: 'Presupuesto rechazado',
  },
  completed: {
    label: 'Completado',
    reportLabel: 'Completada',
    phase: 'pickup',
    step: 'ready',
    permission: 'orders.choose-status',
    messageTitle: 'Reparación terminada',
  },
  cancelled: {
    label: 'Cancelado',
    reportLabel: 'Cancelada',
    phase: 'closed',
    // Its progress is not recorded.
    step: null,
    stopped: true,
    permission: 'orders.cancel',
    dialog: 'cancel',
    messageTitle: 'Orden cancelada',
  },
  delivered: {
    label: 'Entregado',
    reportLabel: 'Entregada',
    phase: 'closed',
    step: 'delivered',
    permission: 'orders.choose-status',
    dialog: 'deliver',
    messageTitle: 'Equipo entregado',
  },
} as const satisfies Readonly<Record<string, StatusFacts>>;

export type OrderStatus = keyof typeof ORDER_STATUS;

/** The statuses that staff can choose. */
export type SelectableStatus = {
  [Status in OrderStatus]: (typeof ORDER_STATUS)[Status]['permission'] extends null ? never : Status;
}[OrderStatus];

/** The properties of a status, for code that handles any status. */
export const statusFacts = (status: OrderStatus): StatusFacts => ORDER_STATUS[status];

export const ORDER_STATUSES = Object.keys(ORDER_STATUS) as readonly OrderStatus[];

const isSelectable = (status: OrderStatus): status is SelectableStatus =>
  statusFacts(status).permission !== null;

const CHOICES = ORDER_STATUSES.filter(isSelectable);
/** Whether an order ended without a repair: cancelled, or its quote rejected. */
export const isStoppedStatus = (status: OrderStatus): boolean => statusFacts(status).stopped === true;

/** The options of the desk's selector (ORD-07), those that stop an order last. */
export const SELECTABLE_STATUSES: readonly SelectableStatus[] = [
  ...CHOICES.filter((status) => !isStoppedStatus(status)),
  ...CHOICES.filter(isStoppedStatus),
];

/** Whether a status is an option of the desk's selector. */
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

/** Labels of the staff's lists (ORD-02). */
export const LIST_STATUS_LABELS: Labels = labels(({ label }) => label);
/** Labels of the public lookup, the decision page and the customer portal (PUB-03). */
export const PUBLIC_STATUS_LABELS: Labels = labels(({ publicLabel }) => publicLabel);
/** Labels of the reports (REP-03). */
export const REPORT_STATUS_LABELS: Labels = labels(({ reportLabel }) => reportLabel);

/** Badge colours in the reports' modal (REP-03): green completed, yellow open, red otherwise. */
export type ReportBadge = 'green' | 'yellow' | 'red';

export function reportBadge(status: OrderStatus): ReportBadge {
  if (status === 'completed') return 'green';
  return status === 'pending' || status === 'in_progress' ? 'yellow' : 'red';
}

/** Whether a change to `status` sends a message (MSG-01); the database has the templates. */
export function sendsMessage(status: OrderStatus): boolean {
  return statusFacts(status).messageTitle !== undefined;
}

const OTHER_MESSAGES: Readonly<Record<string, string>> = {
  created: 'Orden recibida',
  on_hold: 'Orden en espera',
  promise_changed: 'Fecha comprometida',
  photos_sent: 'Fotos',
  quote_reminder: 'Recordatorio de presupuesto',
  pickup_reminder: 'Recordatorio de retiro',
  warranty_reminder: 'Fin de la garantía',
  booking_confirmed: 'Cita reservada',
  booking_moved: 'Cita movida',
  booking_cancelled: 'Cita cancelada',
};

/** Staff's name for a message, by its event: the order's new status or another one (MSG-03, TIME-12, TIME-40). */
export function messageTitle(event: string): string {
  return OTHER_MESSAGES[event] ?? ((isOrderStatus(event) && statusFacts(event).messageTitle) || event);
}

/** Type guard for order statuses in external data. */
export function isOrderStatus(value: unknown): value is OrderStatus {
  return typeof value === 'string' && Object.hasOwn(ORDER_STATUS, value);
}

/** The only status in which the customer may decide on the quote (PUB-04). */
export function canDecideQuote(status: OrderStatus): boolean {
  return status === 'quoted';
}

/** Whether work remains in an order of this status; false for a text that is no status. */
export const isOpenStatus = (status: string): boolean =>
  isOrderStatus(status) && statusFacts(status).phase === 'open';

/** Whether an order is closed: delivered or cancelled. */
export function isClosedStatus(status: OrderStatus): boolean {
  return statusFacts(status).phase === 'closed';
}

/** Whether `role` may choose `status` in the desk's selector (ORD-07 to ORD-10). The server decides. */
export function canChooseStatus(role: Role | null | undefined, status: OrderStatus): boolean {
  const { permission } = statusFacts(status);
  return permission !== null && may(role, permission);
}
