import { toast } from '@taller/shared/runtime';
import { toastFailure } from '#src/orders/failure-text.ts';
import { useMovePartMutation, type Move } from './part-mutations.ts';
import { PART_STATES } from './part-state.ts';

/** Takes a part one step on without a form, and says how it went. */
export function usePartStep() {
  const { mutate, isPending } = useMovePartMutation();
  const take = (part: Move['part'] & { description: string }, to: Move['to']) =>
    mutate(
      { part, to },
      {
        onSuccess: () => toast.success(`${part.description}: ${PART_STATES[to]}`),
        onError: (failure) => toastFailure('No se pudo mover el repuesto.', failure),
      },
    );
  return { take, isPending };
}
