/** The demo shop's orders: how many, how old, in which status, for whom. order-life.ts writes their histories. */
import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import type { People, Person } from './people.ts';
import { makeRandom, type Random } from './random.ts';
import { counterTime } from './shop-calendar.ts';

export interface OrderPlan {
  readonly customer: Person;
  /** Random seed of the order's history, so that one order does not affect another's. */
  readonly seed: number;
  readonly createdAt: Date;
  readonly status: OrderStatus;
  /** Days of warranty when delivered; random if absent. */
  readonly warrantyDays?: number;
  /** The seed of the order under whose warranty the device comes back. */
  readonly returnOf?: number;
  /** Its quote has alternatives and an option. */
  readonly leavesChoice?: boolean;
}

const ORDERS_WITHOUT_ACCOUNT = 409;

/** A status without a share has no orders. */
type Weights = Readonly<Partial<Record<OrderStatus, number>>>;

/** Probability of each status by the order's age in days: recent ones are open, old ones delivered. */
const SHARES: readonly { readonly upTo: number; readonly weights: Weights }[] = [
  {
    upTo: 1,
    weights: {
      pending: 46,
      in_progress: 28,
      quoted: 12,
      approved: 3,
      rejected: 0,
      completed: 8,
      delivered: 3,
      cancelled: 0,
    },
  },
  {
    upTo: 4,
    weights: {
      pending: 16,
      in_progress: 24,
      quoted: 18,
      approved: 12,
      rejected: 3,
      completed: 13,
      delivered: 13,
      cancelled: 1,
    },
  },
  {
    upTo: 10,
    weights: {
      pending: 3,
      in_progress: 14,
      quoted: 11,
      approved: 9,
      rejected: 6,
      completed: 20,
      delivered: 33,
      cancelled: 4,
    },
  },
  {
    upTo: 30,
    weights: {
      pending: 0,
      in_progress: 4,
      quoted: 4,
      approved: 3,
      rejected: 6,
      completed: 14,
      delivered: 63,
      cancelled: 6,
    },
  },
  {
    upTo: 400,
    weights: {
      pending: 0,
      in_progress: 0,
      quoted: 0,
      approved: 0,
      rejected: 6,
      completed: 3,
      delivered: 84,
      cancelled: 7,
    },
  },
];

function statusAt(daysAgo: number, random: Random): OrderStatus {
  const share = SHARES.find(({ upTo }) => daysAgo <= upTo) ?? SHARES[SHARES.length - 1];
  return share ? random.weighted(share.weights) : 'delivered';
}

/** More orders recently than a year ago: the shop grows. */
const randomAge = (random: Random): number => Math.floor(364 * random.next() ** 1.45);

/** All plans, oldest first. */
export function planOrders(people: People, today: Date, seed: number): OrderPlan[] {
  let nextSeed = seed;
  const [first, second] = people.demoCustomers;
  const own = (customer: Person, daysAgo: number, status: OrderStatus, warrantyDays?: number): OrderPlan => {
    nextSeed += 1;
    return {
      customer,
      seed: nextSeed,
      createdAt: counterTime(today, daysAgo, makeRandom(nextSeed)),
      status,
      warrantyDays,
    };
  };
  const plans: OrderPlan[] = [
    { ...own(first, 2, 'quoted'), leavesChoice: true },
    own(first, 4, 'in_progress'),
    own(first, 24, 'delivered', 90),
    own(first, 310, 'delivered', 60),
    own(second, 6, 'completed'),
    own(second, 11, 'approved'),
    own(second, 95, 'delivered', 60),
    own(second, 150, 'cancelled'),
    own(second, 188, 'rejected'),
    // Today's orders are fixed, independent of the random generator.
    own(people.customers[20] ?? first, 0, 'pending'),
    own(people.customers[30] ?? first, 1, 'pending'),
  ];
  for (let index = 0; index < ORDERS_WITHOUT_ACCOUNT; index += 1) {
    nextSeed += 1;
    const random = makeRandom(nextSeed);
    const daysAgo = randomAge(random);
    // Squared: the first customers of the list are the regulars.
    const customer = people.customers[Math.floor(people.customers.length * random.next() ** 1.3)] ?? first;
    const status = statusAt(daysAgo, random);
    plans.push({ customer, seed: nextSeed, createdAt: counterTime(today, daysAgo, random), status });
  }
  plans.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return withReturn(plans, today);
}

/** Makes the newest order in progress, of yesterday or before, one that came back under the warranty of another. */
function withReturn(plans: OrderPlan[], today: Date): OrderPlan[] {
  const isOf = ({ createdAt, warrantyDays }: OrderPlan, from: number, to: number) => {
    const days = (today.getTime() - createdAt.getTime()) / 86_400_000;
    return days >= from && days <= to && warrantyDays === undefined;
  };
  const repaired = plans.findLast((plan) => plan.status === 'delivered' && isOf(plan, 15, 45));
  const back = plans.findLast((plan) => plan.status === 'in_progress' && isOf(plan, 1, 4));
  if (!repaired || !back) return plans;
  const returned = { ...back, customer: repaired.customer, returnOf: repaired.seed };
  return plans.map((plan) => (plan === back ? returned : plan));
}
