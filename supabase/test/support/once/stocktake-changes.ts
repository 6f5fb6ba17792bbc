import { randomUUID } from 'node:crypto';
import { countItems } from '@taller/shared/stock/stocktakes/count-items.ts';
import {
  useCancelStocktakeMutation,
  useCloseStocktakeMutation,
  useExplainDifferencesMutation,
  useFinishStocktakeMutation,
  useRecountItemMutation,
  useStartStocktakeMutation,
} from '@taller/shared/stock/stocktakes/stocktake-mutations.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import { explain, sendScans, startStocktakeOfItem, takeStep } from '../stocktakes.ts';
import { productForm } from './inventory-changes.ts';
import type { Change, Stage } from './change.ts';

/** A stocktake of five pieces of which four were counted. */
async function counted(stage: Stage) {
  const technician = await stage.signIn('technician');
  const stocktake = await startStocktakeOfItem(stage.shop, technician, 5);
  await sendScans(technician, stocktake.id, [{ code: stocktake.code, quantity: 4 }]);
  return { technician, ...stocktake };
}

/** Mutations of stocktakes. */
export const STOCKTAKE_CHANGES: Readonly<Record<string, Change>> = {
  useStartStocktakeMutation: {
    begin: async (stage) => {
      const { component_type_id: typeId } = await productForm(stage);
      const { mutateAsync } = callHook(useStartStocktakeMutation);
      return () => mutateAsync({ typeId, supplierId: null });
    },
  },
  countItems: {
    begin: async (stage) => {
      const { id, code } = await counted(stage);
      const scans = [{ id: randomUUID(), code, quantity: 1, scannedAt: 0 }];
      return () => countItems(id, scans);
    },
  },
  useRecountItemMutation: {
    begin: async (stage) => {
      const { id, item } = await counted(stage);
      const { mutateAsync } = callHook(() => useRecountItemMutation(id));
      return () => mutateAsync(item.id);
    },
  },
  useFinishStocktakeMutation: {
    begin: async (stage) => {
      const { id } = await counted(stage);
      const { mutateAsync } = callHook(() => useFinishStocktakeMutation(id));
      return () => mutateAsync();
    },
  },
  useCancelStocktakeMutation: {
    begin: async (stage) => {
      const { id } = await counted(stage);
      const { mutateAsync } = callHook(() => useCancelStocktakeMutation(id));
      return () => mutateAsync();
    },
  },
  useExplainDifferencesMutation: {
    begin: async (stage) => {
      const { technician, id, item } = await counted(stage);
      await takeStep(technician, 'finish_stocktake', id);
      const { mutateAsync } = callHook(() => useExplainDifferencesMutation(id));
      return () => mutateAsync({ differences: { [item.id]: -1 }, reason: 'lost', note: '' });
    },
  },
  useCloseStocktakeMutation: {
    begin: async (stage) => {
      const { technician, id, item } = await counted(stage);
      await takeStep(technician, 'finish_stocktake', id);
      await explain(technician, id, { [item.id]: -1 });
      const { mutateAsync } = callHook(() => useCloseStocktakeMutation(id));
      return () => mutateAsync();
    },
  },
};
