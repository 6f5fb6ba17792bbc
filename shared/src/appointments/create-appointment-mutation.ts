import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { type RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { appointmentKeys } from './keys.ts';

export interface NewAppointment {
  customerId: string;
  at: Date;
  reason: string;
}

async function createAppointment(
  { customerId, at, reason }: NewAppointment,
  { id }: RequestFacts<NewAppointment>,
): Promise<void> {
  const client = await supabase();
  unwrap(
    await client
      .from('appointments')
      .insert({ id, customer_id: customerId, appointment_date: at.toISOString(), reason }),
  );
}

export function useCreateAppointmentMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'cita.nueva',
    mutationFn: createAppointment,
    onSettled: () => client.invalidateQueries({ queryKey: appointmentKeys.all }),
  });
}
