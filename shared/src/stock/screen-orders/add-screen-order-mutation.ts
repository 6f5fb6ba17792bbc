import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import type { ScreenOrder } from '../stock-schemas.ts';
import { screenOrderKeys } from './keys.ts';

/** A new screen order (INV-04). */
export function useAddScreenOrderMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'pantallas.nueva',
    mutationFn: async (order: ScreenOrder, { id }) => {
      const database = await supabase();
      unwrap(await database.from('pedidos_pantallas').insert({ id, ...order }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: screenOrderKeys.all }),
  });
}
