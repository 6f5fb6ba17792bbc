/** The reports' figures by straightforward computation, as a reference for the database's functions. */
import { addDays, shopDay } from '@taller/shared/values/dates.ts';

export interface ReportOrder {
  id: string;
  status: string;
  equipment_type: string;
  technician_id: string | null;
  customer_rut: string;
  imei: string | null;
  equipment_model: string;
  total_amount: number | null;
  warranty_days: number | null;
  parts_warranty_days?: number | null;
  not_warranty?: boolean;
  created_at: Date;
  updated_at: Date;
  quoted_at: Date | null;
  approved_at: Date | null;
  rejected_at: Date | null;
  completed_at: Date | null;
  delivered_at: Date | null;
}

export interface PlainFilter {
  from: string | null;
  to: string | null;
  technician: string | null;
  type: string | null;
}

const DAY = 86_400_000;
const isOver = (order: ReportOrder): boolean => ['completed', 'delivered'].includes(order.status);
const isOpen = (order: ReportOrder): boolean =>
  ['pending', 'in_progress', 'quoted', 'approved'].includes(order.status);

/**
 * The orders of a filter, by calendar days in the shop's time zone; both dates or none (REP-01).
 * @param dayOf the time whose day the dates choose by; an order without it is chosen only without dates.
 */
export function chosenOrders(
  orders: readonly ReportOrder[],
  filter: PlainFilter,
  dayOf: (order: ReportOrder) => Date | null = (order) => order.created_at,
): ReportOrder[] {
  const { from, to, technician, type } = filter;
  return orders.filter((order) => {
    const at = dayOf(order);
    const day = at && shopDay(at);
    return (
      (from === null || to === null || (day !== null && from <= day && day <= to)) &&
      (technician === null || order.technician_id === technician) &&
      (type === null || order.equipment_type === type)
    );
  });
}

/** Linear interpolation between the neighbouring values; null without values. */
function percentile(values: readonly number[], part: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const mark = (sorted.length - 1) * part;
  const low = sorted[Math.floor(mark)];
  const high = sorted[Math.ceil(mark)];
  return low === undefined || high === undefined ? null : low + (high - low) * (mark - Math.floor(mark));
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const daysToComplete = (orders: readonly ReportOrder[]): number[] =>
  orders.flatMap((order) =>
    order.completed_at ? [(order.completed_at.getTime() - order.created_at.getTime()) / DAY] : [],
  );

/** Whether the device was received again within the order's warranty, where staff have linked no orders. */
export function withinWarranty(order: ReportOrder, all: readonly ReportOrder[]): boolean {
  const { delivered_at: delivered, warranty_days: warranty } = order;
  if (!delivered || warranty === null) return false;
  return all.some(
    (later) =>
      later.not_warranty !== true &&
      later.customer_rut === order.customer_rut &&
      later.equipment_type === order.equipment_type &&
      (order.imei !== null && later.imei !== null
        ? later.imei === order.imei
        : later.equipment_model === order.equipment_model) &&
      later.created_at > order.created_at &&
      later.created_at > delivered &&
      later.created_at.getTime() <=
        delivered.getTime() + Math.max(warranty, order.parts_warranty_days ?? 0) * DAY,
  );
}

const cameBack = (order: ReportOrder, all: readonly ReportOrder[]): boolean =>
  order.technician_id !== null && isOver(order) && withinWarranty(order, all);

/** When an order counts as earned. */
const earnedAt = (order: ReportOrder): Date => order.delivered_at ?? order.completed_at ?? order.created_at;

/** When an order that is delivered was delivered. */
const deliveredAt = (order: ReportOrder): Date | null =>
  order.status === 'delivered' ? order.delivered_at : null;

const types = (orders: readonly ReportOrder[]): string[] =>
  [...new Set(orders.map((order) => order.equipment_type))].toSorted();

/** The orders of each figure that links to a list. */
export function cardOrders(
  all: readonly ReportOrder[],
  filter: PlainFilter,
  now: number,
): Record<string, ReportOrder[]> {
  const chosen = chosenOrders(all, filter);
  const idle = (from: number, to: number) =>
    chosen.filter((order) => {
      const days = (now - order.updated_at.getTime()) / DAY;
      return isOpen(order) && from <= days && days < to;
    });
  return {
    total: chosen,
    completed: chosen.filter(isOver),
    earned: chosen.filter(isOver),
    earned_then: chosenOrders(all, filter, earnedAt).filter(isOver),
    delivered_then: chosenOrders(all, filter, deliveredAt).filter(({ status }) => status === 'delivered'),
    completed_then: chosenOrders(all, filter, (order) => order.completed_at).filter(isOver),
    delivered: chosen.filter(({ status }) => status === 'delivered'),
    pending: chosen.filter(({ status }) => status === 'pending' || status === 'in_progress'),
    quoted: chosen.filter(({ status }) => status === 'quoted'),
    approved: chosen.filter((order) => order.approved_at),
    rejected: chosen.filter((order) => order.rejected_at && !order.approved_at),
    resolved: chosen.filter(({ status }) => status === 'completed'),
    measured: chosen.filter((order) => order.completed_at),
    timed: chosen.filter((order) => isOver(order) && order.completed_at),
    decided: chosen.filter((order) => order.approved_at ?? order.rejected_at),
    timed_decisions: chosen.filter((order) => (order.approved_at ?? order.rejected_at) && order.quoted_at),
    come_backs: chosen.filter((order) => cameBack(order, all)),
    open: chosen.filter(isOpen),
    under_3: idle(-Infinity, 3),
    under_7: idle(3, 7),
    under_30: idle(7, 30),
    over_30: idle(30, Infinity),
  };
}

/** A figure's value for one order: days, or hours for a decision; null if the figure only counts. */
export function measureOf(card: string, order: ReportOrder, now: number): number | null {
  const since = (start: Date, end: Date | number) => (Number(end) - start.getTime()) / DAY;
  if (card === 'resolved') return since(order.created_at, order.updated_at);
  if (card === 'completed_then' && order.completed_at === null) return null;
  if (card === 'measured' || card === 'timed' || card === 'completed_then')
    return since(order.created_at, order.completed_at ?? NaN);
  if (card === 'timed_decisions')
    return since(order.quoted_at ?? new Date(NaN), order.approved_at ?? order.rejected_at ?? NaN) * 24;
  return /^(?:open|under_\d+|over_\d+)$/.test(card) ? since(order.updated_at, now) : null;
}

/** Every figure of `report_overview` except names and the list of the oldest. */
export function plainOverview(all: readonly ReportOrder[], filter: PlainFilter, now: number) {
  const cards = cardOrders(all, filter, now);
  const size = (card: string): number => cards[card]?.length ?? 0;
  const chosen = cards.total ?? [];
  const over = (cards.completed ?? []).filter((order) => order.technician_id !== null);
  const everywhere = cardOrders(all, { from: null, to: null, technician: null, type: null }, now);
  const decided = [...(cards.approved ?? []), ...(cards.rejected ?? [])];
  return {
    unrepaired: { orders: 0, reasons: [] },
    summary: {
      total: size('total'),
      completed: size('completed'),
      delivered: size('delivered'),
      pending: size('pending'),
    },
    frequency: types(chosen)
      .map((type) => {
        const count = chosen.filter((order) => order.equipment_type === type).length;
        return { type, count, percentage: Math.round((count * 10_000) / chosen.length) / 100 };
      })
      .toSorted((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1)),
    resolution: types(all.filter((order) => order.status === 'completed' || order.completed_at)).map(
      (type) => {
        const ofType = all.filter((order) => order.equipment_type === type);
        const completed = ofType.filter(({ status }) => status === 'completed');
        const days = daysToComplete(ofType);
        return {
          type,
          completed: completed.length,
          mean_days: mean(
            completed.map((order) => (order.updated_at.getTime() - order.created_at.getTime()) / DAY),
          ),
          measured: days.length,
          median_days: percentile(days, 0.5),
          p90_days: percentile(days, 0.9),
        };
      },
    ),
    quotes: {
      decided: decided.length,
      approved: size('approved'),
      rejected: size('rejected'),
      waiting: size('quoted'),
      median_hours: percentile(
        decided.flatMap((order) => {
          const at = order.approved_at ?? order.rejected_at;
          return at && order.quoted_at ? [(at.getTime() - order.quoted_at.getTime()) / 3_600_000] : [];
        }),
        0.5,
      ),
    },
    idle: {
      total: everywhere.open?.length ?? 0,
      under_3: everywhere.under_3?.length ?? 0,
      under_7: everywhere.under_7?.length ?? 0,
      under_30: everywhere.under_30?.length ?? 0,
      over_30: everywhere.over_30?.length ?? 0,
    },
    technicians: [...new Set(over.map((order) => String(order.technician_id)))].toSorted().map((id) => {
      const own = over.filter((order) => order.technician_id === id);
      return {
        id,
        completed: own.length,
        median_days: percentile(daysToComplete(own), 0.5),
        come_backs: own.filter((order) => cameBack(order, all)).length,
      };
    }),
  };
}

/** Sum of the amounts, treating a missing one as 0 (REP-02). */
export const sumOf = (orders: readonly ReportOrder[]): number =>
  orders.reduce((sum, order) => sum + (order.total_amount ?? 0), 0);

/** `yyyy-mm` of the delivery in the shop's time zone, else of the completion, else of the intake. */
export const earnedMonth = (order: ReportOrder): string => shopDay(earnedAt(order)).slice(0, 7);

/** Sums by the month of {@link earnedMonth}. */
export function monthSums(orders: readonly ReportOrder[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const order of orders.filter(isOver)) {
    const month = earnedMonth(order);
    sums.set(month, (sums.get(month) ?? 0) + (order.total_amount ?? 0));
  }
  return sums;
}

/** A period's days, cut into steps of some days. */
interface PlainPeriod {
  from: string;
  to: string;
  beforeFrom: string;
  beforeTo: string;
  step: number;
}

/** A figure of the chosen orders in the period, in the period before, and in each step of the period. */
function inPeriods<T>(
  { from, to, beforeFrom, beforeTo, step }: PlainPeriod,
  choose: (from: string, to: string) => readonly ReportOrder[],
  figure: (orders: readonly ReportOrder[]) => T,
) {
  const line: T[] = [];
  for (let first = from; first <= to; first = addDays(first, step)) {
    const last = addDays(first, step - 1);
    line.push(figure(choose(first, last < to ? last : to)));
  }
  return { now: figure(choose(from, to)), before: figure(choose(beforeFrom, beforeTo)), line };
}

/** Every figure of `report_figures` except the people. */
export function plainFigures(
  all: readonly ReportOrder[],
  period: PlainPeriod,
  filter: Pick<PlainFilter, 'technician' | 'type'>,
  now: number,
) {
  const choose = (card: string) => (from: string, to: string) =>
    cardOrders(all, { ...filter, from, to }, now)[card] ?? [];
  const count = (orders: readonly ReportOrder[]) => orders.length;
  return {
    received: inPeriods(period, choose('total'), count),
    delivered: inPeriods(period, choose('delivered_then'), count),
    median_days: inPeriods(period, choose('completed_then'), (orders) =>
      percentile(daysToComplete(orders), 0.5),
    ),
  };
}

/** Earnings of a period: the part `period` of `report_earnings`. */
export function plainEarnedIn(
  all: readonly ReportOrder[],
  period: PlainPeriod,
  filter: Pick<PlainFilter, 'technician' | 'type'>,
  now: number,
) {
  const choose = (from: string, to: string) =>
    cardOrders(all, { ...filter, from, to }, now)['earned_then'] ?? [];
  const orders = inPeriods(period, choose, (chosen) => chosen.length);
  return { ...inPeriods(period, choose, sumOf), orders: orders.now, orders_before: orders.before };
}
