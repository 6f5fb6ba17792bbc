import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { inventoryKeys, stocktakeKeys } from '#src/stock/keys.ts';
import type { DifferenceReason } from './difference-reasons.ts';

/** The counted items, by type or by supplier; null: all of them. */
interface Scope {
  typeId: string | null;
  supplierId: string | null;
}

/** Opens a stocktake and returns its id. `conflict`, with the server's words, if an open one overlaps. */
export function useStartStocktakeMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'conteo.nuevo',
    mutationFn: async ({ typeId, supplierId }: Scope, { id }) => {
      const database = await supabase();
      return unwrap(
        await database.rpc('start_stocktake', {
          p_request_id: id,
          p_component_type_id: typeId ?? undefined,
          p_supplier_id: supplierId ?? undefined,
        }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: stocktakeKeys.all }),
  });
}

/** Takes back what was counted of an item, which is counted again. */
export function useRecountItemMutation(stocktakeId: string) {
  const client = useQueryClient();
  return useOnceMutation({
    name: `conteo.${stocktakeId}.repetir`,
    mutationFn: async (itemId: string, { id }) => {
      const database = await supabase();
      unwrap(
        await database.rpc('recount_item', {
          p_request_id: id,
          p_stocktake_id: stocktakeId,
          p_item_id: itemId,
        }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: stocktakeKeys.all }),
  });
}

/** Ends the blind part of a stocktake: its differences are told from then on. */
export function useFinishStocktakeMutation(stocktakeId: string) {
  const client = useQueryClient();
  return useOnceMutation({
    name: `conteo.${stocktakeId}.terminar`,
    mutationFn: async (_: void, { id }) => {
      const database = await supabase();
      unwrap(await database.rpc('finish_stocktake', { p_request_id: id, p_stocktake_id: stocktakeId }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: stocktakeKeys.all }),
  });
}

/** Ends a stocktake without any change of the stock. */
export function useCancelStocktakeMutation(stocktakeId: string) {
  const client = useQueryClient();
  return useOnceMutation({
    name: `conteo.${stocktakeId}.anular`,
    mutationFn: async (_: void, { id }) => {
      const database = await supabase();
      unwrap(await database.rpc('cancel_stocktake', { p_request_id: id, p_stocktake_id: stocktakeId }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: stocktakeKeys.all }),
  });
}

/** The reason why items differ: it holds for the differences that were seen. */
interface Explanation {
  /** Differences by item. */
  differences: Readonly<Record<string, number>>;
  reason: DifferenceReason;
  note: string;
}

/** Gives differences their reason (PART-33). */
export function useExplainDifferencesMutation(stocktakeId: string) {
  const client = useQueryClient();
  return useOnceMutation({
    name: `conteo.${stocktakeId}.motivo`,
    mutationFn: async ({ differences, reason, note }: Explanation, { id }) => {
      const database = await supabase();
      unwrap(
        await database.rpc('explain_differences', {
          p_request_id: id,
          p_stocktake_id: stocktakeId,
          p_differences: differences,
          p_reason: reason,
          p_note: note,
        }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: stocktakeKeys.all }),
  });
}

/** Puts the differences into the stock, and returns how many. */
export function useCloseStocktakeMutation(stocktakeId: string) {
  const client = useQueryClient();
  return useOnceMutation({
    name: `conteo.${stocktakeId}.cerrar`,
    mutationFn: async (_: void, { id }) => {
      const database = await supabase();
      return unwrap(await database.rpc('close_stocktake', { p_request_id: id, p_stocktake_id: stocktakeId }));
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: stocktakeKeys.all }),
        client.invalidateQueries({ queryKey: inventoryKeys.all }),
      ]),
  });
}
