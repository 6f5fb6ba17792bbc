import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { orderKeys } from '#src/orders/keys.ts';
import { inventoryKeys } from '#src/stock/keys.ts';
import type { PartState } from './part-state.ts';

/**
 * Stock, parts, suppliers, of which one may be new, and the order, whose wait may have ended: refused too, since
 * somebody else was faster.
 */
function useReadAgain() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: inventoryKeys.all }),
      client.invalidateQueries({ queryKey: inventoryKeys.catalog('suppliers') }),
      client.invalidateQueries({ queryKey: orderKeys.all }),
    ]);
}

interface Asked {
  orderId: string;
  quantity: number;
  /** A product, or else a description. */
  itemId: string | null;
  description: string;
}

/**
 * Asks for a part of an order (PART-01). The request's id is the part's. Returns its state, and which orders have the
 * product if it is not free.
 */
export function useRequestPartMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'repuesto.pedir',
    mutationFn: async ({ orderId, quantity, itemId, description }: Asked, { id }) => {
      const database = await supabase();
      const answer = await database.rpc('request_part', {
        p_id: id,
        p_order_id: orderId,
        p_quantity: quantity,
        ...(itemId === null ? { p_description: description } : { p_item_id: itemId }),
      });
      const [row] = unwrap(answer) ?? [];
      return { state: row?.state ?? 'requested', told: row?.told ?? null };
    },
    onSettled,
  });
}

/** A step of a part, and what is said with it. */
export interface Move {
  part: { id: string; version: number };
  to: PartState;
  supplier?: string;
  /** `yyyy-mm-dd`; '' for none. */
  expectedOn?: string;
  unitCost?: number | null;
  note?: string;
  /** The product that a part becomes which is none. */
  itemId?: string;
}

/** Takes a part one step on (PART-03). */
export function useMovePartMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'repuesto.mover',
    mutationFn: async ({ part, to, supplier, expectedOn, unitCost, note, itemId }: Move, { id }) => {
      const database = await supabase();
      unwrap(
        await database.rpc('move_part', {
          p_request_id: id,
          p_part_id: part.id,
          p_version: part.version,
          p_to: to,
          ...(supplier && { p_supplier: supplier }),
          ...(expectedOn && { p_expected_on: expectedOn }),
          ...(typeof unitCost === 'number' && { p_unit_cost: unitCost }),
          ...(note && { p_note: note }),
          ...(itemId && { p_item_id: itemId }),
        }),
      );
    },
    onSettled,
  });
}

/** A step of several parts, and what is said with it: costs in the order of the parts. */
export interface Moves extends Pick<Move, 'to' | 'supplier' | 'expectedOn' | 'note'> {
  parts: readonly Move['part'][];
  costs?: readonly (number | null)[];
}

/** Takes several parts one step on, all or none (PART-45). Returns how many. */
export function useMovePartsMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'repuestos.mover',
    mutationFn: async ({ parts, to, supplier, expectedOn, costs, note }: Moves, { id: request }) => {
      const database = await supabase();
      return unwrap(
        await database.rpc('move_parts', {
          p_request_id: request,
          p_parts: parts.map(({ id, version }, at) => ({ id, version, unit_cost: costs?.[at] ?? null })),
          p_to: to,
          ...(supplier && { p_supplier: supplier }),
          ...(expectedOn && { p_expected_on: expectedOn }),
          ...(note && { p_note: note }),
        }),
      );
    },
    onSettled,
  });
}

/** Gives back what a closed order holds (PART-10). Returns how many parts went back to the stock. */
export function useReturnPartsMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'repuesto.devolver',
    mutationFn: async (orderId: string, { id }) => {
      const database = await supabase();
      return unwrap(await database.rpc('return_parts', { p_request_id: id, p_order_id: orderId }));
    },
    onSettled,
  });
}
