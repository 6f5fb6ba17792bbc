import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { appointmentKeys } from './keys.ts';

/** Idempotent. The row stays, so that the customer sees the cancellation. */
async function cancelAppointment(id: string) {
  const client = await supabase();
  return unwrap(
    await client.from('appointments').update({ status: 'cancelled' }).eq('id', id).select('id').single(),
  );
}

export function useCancelAppointmentMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: cancelAppointment,
    onSuccess: () => client.invalidateQueries({ queryKey: appointmentKeys.all }),
  });
}
