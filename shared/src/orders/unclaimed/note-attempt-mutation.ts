import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { orderKeys } from '#src/orders/keys.ts';
import { isDay } from '#src/values/dates.ts';
import { z } from '#src/values/zod.ts';

/** Longest note of an attempt: the database has the same limit. */
export const LONGEST_ATTEMPT_NOTE = 500;

/** The form of an attempt to reach the customer of a device that nobody fetched. */
export const attemptSchema = z.object({
  kind: z.enum(['call', 'letter']),
  note: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Escribe qué pasó.'),
      z.maxLength(LONGEST_ATTEMPT_NOTE, 'La nota puede tener hasta 500 letras.'),
    ),
  /** When to try again, `yyyy-mm-dd`; '' for never. */
  nextOn: z.string().check(z.refine((day) => day === '' || isDay(day), 'Escribe la fecha como dd-mm-aaaa.')),
});
export type AttemptInput = z.output<typeof attemptSchema>;

/** Notes an attempt, once (TIME-44). */
export function useNoteAttemptMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'orden.llamado',
    mutationFn: async ({ orderId, kind, note, nextOn }: AttemptInput & { orderId: string }, { id }) => {
      const database = await supabase();
      unwrap(
        await database.rpc('note_attempt', {
          p_request_id: id,
          p_order_id: orderId,
          p_kind: kind,
          p_note: note,
          ...(nextOn && { p_next_on: nextOn }),
        }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.allCalls() }),
  });
}
