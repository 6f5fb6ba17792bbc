import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';

/** The stations between handing a device in and getting it back, as a customer sees them. */
type Stage = 'received' | 'workshop' | 'quote' | 'repair' | 'ready' | 'delivered';

export type StageState = 'done' | 'current' | 'coming';

export interface Journey {
  stages: readonly { stage: Stage; state: StageState }[];
  /** The way ends before delivery: rejected or cancelled. */
  stopped: boolean;
}

const WHOLE_WAY: readonly Stage[] = ['received', 'workshop', 'quote', 'repair', 'ready', 'delivered'];

/** Where each status stands on the way. */
const CURRENT: Readonly<Record<OrderStatus, Stage | null>> = {
  pending: 'received',
  in_progress: 'workshop',
  quoted: 'quote',
  approved: 'repair',
  rejected: 'quote',
  completed: 'ready',
  delivered: 'delivered',
  cancelled: null,
};

/** The way of an order in `status`. A delivered one has nothing left; a cancelled one has no way to show. */
export function journeyOf(status: OrderStatus): Journey {
  const at = CURRENT[status];
  if (at === null) return { stages: [], stopped: true };
  const stopped = status === 'rejected';
  const way = stopped ? WHOLE_WAY.slice(0, WHOLE_WAY.indexOf(at) + 1) : WHOLE_WAY;
  const here = way.indexOf(at);
  return {
    stopped,
    stages: way.map((stage, index) => {
      const arrived = index < here || status === 'delivered';
      const ahead: StageState = index === here ? 'current' : 'coming';
      return { stage, state: arrived ? 'done' : ahead };
    }),
  };
}
