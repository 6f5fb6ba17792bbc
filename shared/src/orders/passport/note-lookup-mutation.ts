import { supabase } from '@taller/shared/runtime';
import { useQueryClient } from '@taller/shared/query';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { orderKeys } from '#src/orders/keys.ts';

/** The possible answers of a look-up of stolen devices. */
export const LOOKUP_ANSWERS = ['clear', 'listed', 'unknown'] as const;
export type LookupAnswer = (typeof LOOKUP_ANSWERS)[number];

interface Lookup {
  imei: string;
  answer: LookupAnswer;
  note: string;
}

/** Notes whether a device was found among stolen ones (REC-113). */
export function useNoteLookupMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'equipo.consulta',
    mutationFn: async ({ imei, answer, note }: Lookup, { id }) => {
      const database = await supabase();
      unwrap(
        await database.rpc('note_device_lookup', {
          p_id: id,
          p_imei: imei,
          p_answer: answer,
          p_note: note,
        }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.all }),
  });
}
