import { supabase } from '@taller/shared/runtime';
import { useQueryClient } from '@taller/shared/query';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { orderKeys } from '#src/orders/keys.ts';
import type { Closing, Movement, Opening } from './drawer-schema.ts';

/** Refused too: somebody else has opened or closed it meanwhile. */
function useReadAgain() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: orderKeys.allDrawers() });
}

/** Opens a drawer with a count (PAY-20). The request's id is the drawer's. */
export function useOpenDrawerMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'caja.abrir',
    mutationFn: async ({ till, count }: Opening, { id }) => {
      const database = await supabase();
      unwrap(await database.rpc('open_drawer', { p_id: id, p_till: till, p_count: count }));
    },
    onSettled,
  });
}

/** Takes cash out of a drawer, or puts it in (PAY-22). False: there is not so much in it, and the attempt is kept. */
export function useMoveDrawerCashMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'caja.mover',
    mutationFn: async ({ drawerId, kind, amount, reason }: Movement & { drawerId: string }, { id }) => {
      const database = await supabase();
      return unwrap(
        await database.rpc('move_drawer_cash', {
          p_id: id,
          p_drawer_id: drawerId,
          p_kind: kind,
          p_amount: amount,
          p_reason: reason,
        }),
      );
    },
    onSettled,
  });
}

/** The result of a count. */
export interface CountResult {
  readonly closed: boolean;
  readonly counted: number;
  readonly expected: number;
}

interface Counted extends Closing {
  drawerId: string;
  /** The expected amount shown after the previous count, if there was one. */
  seen: number | null;
}

/** Counts a drawer, and closes it if it is right or the difference that was seen has a reason (PAY-22). */
export function useCloseDrawerMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'caja.cerrar',
    mutationFn: async ({ drawerId, count, reason, seen }: Counted, { id }) => {
      const database = await supabase();
      return unwrap(
        await database.rpc('close_drawer', {
          p_id: id,
          p_drawer_id: drawerId,
          p_count: count,
          p_reason: reason,
          ...(seen !== null && { p_seen: seen }),
        }),
      ) as unknown as CountResult;
    },
    onSettled,
  });
}

/** Opens a closed drawer again (PAY-23). */
export function useReopenDrawerMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'caja.reabrir',
    mutationFn: async ({ drawerId, reason }: { drawerId: string; reason: string }, { id }) => {
      const database = await supabase();
      unwrap(await database.rpc('reopen_drawer', { p_id: id, p_drawer_id: drawerId, p_reason: reason }));
    },
    onSettled,
  });
}
