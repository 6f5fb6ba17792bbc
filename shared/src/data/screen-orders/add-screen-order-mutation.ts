import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data/data-error.ts';
import type { ScreenOrder } from '#src/domain/schemas/inventory.ts';
import { screenOrderKeys } from './keys.ts';

/** A new screen order (INV-04). `id` is made by the form, so that a repeated save adds one only. */
export function useAddScreenOrder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, order }: { id: string; order: ScreenOrder }) => {
      const database = await supabase();
      const answer = await database.from('pedidos_pantallas').insert({ id, ...order });
      if (answer.error?.code !== '23505') unwrap(answer);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: screenOrderKeys.all }),
  });
}
