import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { type RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import type { Appointment } from './appointment-schemas.ts';
import { appointmentKeys } from './keys.ts';

async function createAppointment(
  { at, reason, ...who }: Appointment,
  { id }: RequestFacts<Appointment>,
): Promise<void> {
  const client = await supabase();
  const person =
    who.who === 'account' ? { customer_id: who.customerId } : { full_name: who.fullName, phone: who.phone };
  unwrap(
    await client.from('appointments').insert({ id, ...person, appointment_date: at.toISOString(), reason }),
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
