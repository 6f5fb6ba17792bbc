import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '#src/orders/keys.ts';
import type { BoardColumn } from './board-columns.ts';
import type { WorkOrder } from './work-order.ts';

/** Orders of a part or column that are read at once; 'Ver más' reads as many more. */
export const WORK_STEP = 20;
/** The server reads no more of one part or column. */
export const MOST_WORK = 500;

/** Realtime reports changes; this covers suspended tabs. In ms. */
const FRESH_MS = 10_000;

/** The reason for an order's place in the queue; the rule is `private.ranked_work`. */
export type QueueReason =
  | 'return'
  | 'overdue'
  | 'at_risk'
  | 'approved'
  | 'wait_ended'
  | 'age'
  | 'value'
  | 'new';

/** The orders of a technician, and those of nobody, which can be taken. */
export const QUEUE_PARTS = ['mine', 'free'] as const;
/** A part of the queue. */
export type QueuePart = (typeof QUEUE_PARTS)[number];

/** An order of the queue, with the reason of its place. */
export interface QueuedOrder extends WorkOrder {
  part: QueuePart;
  reason: QueueReason;
  /** The instant that the reason speaks of. */
  since: string;
}

/** A queue as far as it was read. */
export interface WorkQueue {
  /** Both parts, each in its order. */
  orders: readonly QueuedOrder[];
  totals: Readonly<Record<QueuePart, number>>;
}

/** The technician of a queue, and the number of orders to read. */
export interface QueueFilter {
  /** Profile id; null for the own queue, or that of all technicians. */
  technicianId: string | null;
  /** The most orders to read of each part. */
  most: Readonly<Record<QueuePart, number>>;
}

async function fetchQueue({ technicianId, most }: QueueFilter, signal: AbortSignal): Promise<WorkQueue> {
  const client = await supabase();
  const rows = unwrap(
    await client
      .rpc('technician_queue', {
        ...(technicianId && { p_technician: technicianId }),
        p_mine: most.mine,
        p_free: most.free,
      })
      .abortSignal(signal),
  );
  const totalOf = (part: QueuePart) => rows.find((row) => row.part === part)?.total ?? 0;
  return {
    orders: rows.map(({ total: _total, ...row }) => row as QueuedOrder),
    totals: { mine: totalOf('mine'), free: totalOf('free') },
  };
}

/** The queue (TIME-30). */
export const queueQuery = (filter: QueueFilter) =>
  queryOptions({
    queryKey: orderKeys.queue(filter),
    queryFn: ({ signal }) => fetchQueue(filter, signal),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });

/** An order of the board, with the column in which it was read. */
export interface BoardOrder extends WorkOrder {
  place: BoardColumn;
}

/** The board as far as it was read. */
export interface OrderBoard {
  orders: readonly BoardOrder[];
  /** How many orders each column had when it was read; none for an empty one. */
  totals: Readonly<Partial<Record<BoardColumn, number>>>;
}

/** How many orders of which columns are read; {@link WORK_STEP} of the others. */
export type BoardLimits = Readonly<Partial<Record<BoardColumn, number>>>;

async function fetchBoard(limits: BoardLimits, signal: AbortSignal): Promise<OrderBoard> {
  const client = await supabase();
  const rows = unwrap(await client.rpc('order_board', { p_limits: limits }).abortSignal(signal));
  return {
    orders: rows.map(({ total: _total, ...row }) => row as BoardOrder),
    totals: Object.fromEntries(rows.map(({ place, total }) => [place, total])),
  };
}

/** The board (TIME-33). */
export const boardQuery = (limits: BoardLimits) =>
  queryOptions({
    queryKey: orderKeys.board(limits),
    queryFn: ({ signal }) => fetchBoard(limits, signal),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
