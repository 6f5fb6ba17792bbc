/**
 * The history of one order as the server would have written it: row, timeline, decisions, notifications and messages,
 * with their dates. The rules are those of the migrations.
 */
import { formatClp } from '@taller/shared/values/money.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import { linesWithChoice } from './order-choices.ts';
import { OrderMessages, type MessageDesk } from './order-messages.ts';
import { type Intake, takeIn } from './order-intake.ts';
import type { OrderPlan } from './order-plan.ts';
import type { Account, Staff } from './people.ts';
import { makeRandom, type Random } from './random.ts';
import type { OrderRows, Row } from './rows.ts';
import { type Step, timeSteps } from './shop-calendar.ts';
import { CANCEL_REASONS, INTERNAL_NOTES, NOTES } from './texts/repairs.ts';

/** Advance payment: three in ten customers pay one. @param price in CLP. */
const firstPayments = (random: Random, price: number) => ({
  advance_payment: random.chance(0.3) ? Math.min(random.pick([5000, 10_000, 15_000, 20_000]), price) : 0,
  final_payment: 0,
});

/** The shop's own warranty on sold parts: six months. */
const PARTS_WARRANTY_DAYS = 184;

/** Payment at delivery: the balance; one in twenty customers pays later. */
function finalPayment(order: Row<'service_orders'>): number {
  if ((order.order_number ?? 0) % 20 === 0) return 0;
  return Math.max(0, (order.total_amount ?? 0) - (order.advance_payment ?? 0));
}

type OrderRow = Row<'service_orders'>;

/** The fields that a warranty return takes from the original order (WARR-02). */
const asReturnOf = (original: OrderRow) => ({
  equipment_type: original.equipment_type,
  equipment_brand: original.equipment_brand,
  equipment_model: original.equipment_model,
  imei: original.imei,
  work_description: `Volvió con la misma falla: ${original.work_description}`,
  technical_work: original.technical_work,
  quote: 0,
  total_amount: 0,
  advance_payment: 0,
  warranty_of: original.order_number,
  warranty_repair: true,
});
type Changes = Record<string, [unknown, unknown]>;

/** Context for writing order histories. */
export interface Desk extends MessageDesk {
  readonly staff: Staff;
}

/** An order's effect on the stock: the part it used, and when. */
export interface FinishedWork {
  readonly orderId: string;
  readonly orderNumber: number;
  readonly technician: Account;
  readonly intake: Intake;
  readonly completedAt: Date;
}

const DAY = 86_400_000;
/** Older notifications are not seeded, since nobody scrolls that far. */
const NOTIFICATION_DAYS = 75;
/** Codes are deleted this long after a device was returned (purge_device_codes). */
const CODE_DAYS = 30;

function stepsTo(status: OrderStatus, random: Random): Step<OrderStatus>[] {
  const start: Step<OrderStatus> = { what: 'in_progress', hours: 1 + random.next() * 20, atCounter: true };
  const quoted: Step<OrderStatus> = { what: 'quoted', hours: 2 + random.next() * 26, atCounter: true };
  const answer = (what: 'approved' | 'rejected'): Step<OrderStatus> => ({
    what,
    hours: 0.2 + random.next() ** 2 * 50,
    atCounter: false,
  });
  const completed: Step<OrderStatus> = { what: 'completed', hours: 3 + random.next() * 66, atCounter: true };
  const quotedFirst = random.chance(0.62);
  const work = quotedFirst ? [start, quoted, answer('approved'), completed] : [start, completed];
  const steps: Readonly<Partial<Record<OrderStatus, Step<OrderStatus>[]>>> = {
    pending: [],
    in_progress: [start],
    quoted: [start, quoted],
    approved: [start, quoted, answer('approved')],
    rejected: [start, quoted, answer('rejected')],
    cancelled: [start, { what: 'cancelled', hours: 8 + random.next() * 90, atCounter: true }],
    completed: work,
    delivered: [...work, { what: 'delivered', hours: 1 + random.next() * 110, atCounter: true }],
  };
  const life = steps[status];
  if (!life) throw new RangeError(`The demo shop has no way to ${status}.`);
  return life;
}

/** Writes orders one after another into the same rows. */
export class OrderBook {
  readonly rows: OrderRows = {
    orders: [],
    events: [],
    decisions: [],
    notifications: [],
    messages: [],
    internalNotes: [],
    codes: [],
  };
  readonly finished: FinishedWork[] = [];
  readonly #bySeed = new Map<number, OrderRow>();
  readonly #desk: Desk;
  readonly #messages: OrderMessages;
  /** Random generator of the current order. */
  #random: Random = makeRandom(0);

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#messages = new OrderMessages(desk, this.rows.messages);
  }

  /** Writes the whole history of a planned order. */
  write(plan: OrderPlan, orderNumber: number): void {
    const { staff, today } = this.#desk;
    // A separate sequence: the first number of the plan's determined the order's age.
    const random = makeRandom(plan.seed * 7919);
    this.#random = random;
    const intake = takeIn(random);
    const technician = random.chance(0.08) ? staff.admin : random.pick(staff.technicians);
    const steps = stepsTo(plan.status, random);
    const knownPrice = !steps.some((step) => step.what === 'quoted');
    const order = this.#open(plan, orderNumber, intake, knownPrice);
    const clerk = order.receptionist_id === staff.admin.id ? staff.admin : staff.receptionist;
    this.#event(order, plan.createdAt, clerk, 'created', {});
    this.#messages.queue(order, 'created', plan.createdAt, random);
    for (const { what, at } of timeSteps(plan.createdAt, steps, today, random)) {
      const actor = what === 'delivered' ? staff.receptionist : technician;
      this.#move(order, what, at, actor, intake, plan);
      if (what === 'completed') {
        this.finished.push({ orderId: order.id ?? '', orderNumber, technician, intake, completedAt: at });
      }
    }
    this.#keepCode(order, intake, plan.createdAt);
    if (plan.leavesChoice) order.quote_lines = linesWithChoice(intake.work, intake.price, random);
    this.rows.orders.push(order);
    this.#bySeed.set(plan.seed, order);
  }

  #open(plan: OrderPlan, orderNumber: number, intake: Intake, knownPrice: boolean): OrderRow {
    const { staff } = this.#desk;
    const random = this.#random;
    const at = plan.createdAt.toISOString();
    const price = knownPrice ? intake.price : 0;
    const original = plan.returnOf === undefined ? undefined : this.#bySeed.get(plan.returnOf);
    return {
      id: random.uuid(),
      order_number: orderNumber,
      created_at: at,
      updated_at: at,
      status: 'pending',
      customer_name: plan.customer.fullName,
      customer_phone: plan.customer.phone,
      customer_address: plan.customer.address,
      customer_rut: plan.customer.rut,
      ...intake.device,
      work_description: intake.problem,
      technical_work: knownPrice ? intake.work : '',
      quote: price,
      total_amount: price,
      ...firstPayments(random, intake.price),
      technician_id: null,
      receptionist_id: random.chance(0.12) ? staff.admin.id : staff.receptionist.id,
      password_type: intake.lock?.type ?? null,
      notes: random.chance(0.18) ? random.pick(NOTES) : null,
      version: 1,
      device_code_stored: false,
      on_hold: false,
      warranty_of: null,
      warranty_repair: false,
      ...(original && asReturnOf(original)),
    };
  }

  #move(
    order: OrderRow,
    status: OrderStatus,
    at: Date,
    actor: Account,
    intake: Intake,
    plan: OrderPlan,
  ): void {
    const random = this.#random;
    const iso = at.toISOString();
    const changes: Changes = {};
    const set = <K extends keyof OrderRow>(column: K, value: OrderRow[K]): void => {
      if (order[column] !== value) changes[column] = [order[column] ?? null, value ?? null];
      order[column] = value;
    };
    set('status', status);
    if (status === 'in_progress' || status === 'completed') set('technician_id', actor.id);
    if (status === 'quoted') {
      set('technical_work', intake.work);
      set('total_amount', intake.price);
      order.quote = intake.price;
      order.quoted_at = iso;
    }
    if (status === 'cancelled') {
      const reason = random.pick(CANCEL_REASONS);
      const note = `Motivo de cancelación: ${reason}`;
      order.cancellation_reason = reason;
      set('notes', order.notes ? `${order.notes}\n${note}` : note);
    }
    if (status === 'delivered') {
      set('warranty_days', plan.warrantyDays ?? random.pick([60, 60, 60, 90, 90, 90, 180]));
      if (/^(?:cambio|reemplazo) /i.test(intake.work)) set('parts_warranty_days', PARTS_WARRANTY_DAYS);
      set('final_payment', finalPayment(order));
      order.delivered_at = iso;
    }
    if (status === 'completed') order.completed_at = iso;
    if (status === 'approved') order.approved_at = iso;
    if (status === 'rejected') order.rejected_at = iso;
    order.updated_at = iso;
    order.version = (order.version ?? 1) + 1;
    if (status === 'approved' || status === 'rejected') {
      this.#event(order, at, null, 'decision', changes);
      this.#decide(order, status, at);
    } else {
      this.#event(order, at, actor, 'status', changes);
    }
    this.#messages.queue(order, status, at, random);
    if (status === 'in_progress' && random.chance(0.14)) this.#internalNote(order, at, actor);
    if (status === 'in_progress' && intake.lock && random.chance(0.5)) {
      this.#event(order, new Date(at.getTime() + 20_000), actor, 'code_viewed', {});
    }
  }

  #event(order: OrderRow, at: Date, actor: Account | null, kind: string, changes: Changes): void {
    this.rows.events.push({
      order_id: order.id ?? '',
      order_number: order.order_number ?? 0,
      created_at: at.toISOString(),
      actor_id: actor?.id ?? null,
      actor_name: actor?.fullName ?? null,
      actor_role: actor?.role ?? null,
      kind,
      version: order.version,
      changes: changes as Row<'order_events'>['changes'],
    });
  }

  #decide(order: OrderRow, status: 'approved' | 'rejected', at: Date): void {
    const { today } = this.#desk;
    const approved = status === 'approved';
    this.rows.decisions.push({
      id: this.#random.uuid(),
      order_id: order.id ?? '',
      type: approved ? 'success' : 'failure',
      message: `El cliente ${approved ? 'aprobó' : 'rechazó'} el presupuesto de ${formatClp(order.total_amount)}.`,
      created_at: at.toISOString(),
    });
    if (today.getTime() - at.getTime() > NOTIFICATION_DAYS * DAY) return;
    this.rows.notifications.push({
      id: this.#random.uuid(),
      type: approved ? 'quote_approved' : 'quote_rejected',
      message: `Orden #${formatOrderNumber(order.order_number ?? 0)}: ${order.customer_name} ${approved ? 'aprobó' : 'rechazó'} el presupuesto.`,
      is_read: true,
      created_at: at.toISOString(),
      order_id: order.id,
    });
  }

  #internalNote(order: OrderRow, at: Date, actor: Account): void {
    this.rows.internalNotes.push({
      order_id: order.id ?? '',
      internal_notes: this.#random.pick(INTERNAL_NOTES),
      updated_at: at.toISOString(),
      updated_by: actor.id,
    });
  }

  #keepCode(order: OrderRow, intake: Intake, createdAt: Date): void {
    if (!intake.lock) return;
    const left = order.status === 'delivered' || order.status === 'cancelled';
    const age = this.#desk.today.getTime() - new Date(order.updated_at ?? createdAt).getTime();
    if (left && age > CODE_DAYS * DAY) return;
    order.device_code_stored = true;
    this.rows.codes.push({
      order_id: order.id ?? '',
      code: intake.lock.code,
      stored_at: createdAt.toISOString(),
    });
  }
}
