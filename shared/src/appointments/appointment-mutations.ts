import { useQueryClient, useMutation } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
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

interface MovedAppointment {
  id: string;
  /** The version that was read, so that a change by somebody else in between is not overwritten. */
  version: number;
  at: Date;
}

async function moveAppointment(
  { id, version, at }: MovedAppointment,
  { id: requestId }: RequestFacts<MovedAppointment>,
): Promise<void> {
  const client = await supabase();
  unwrap(
    await client.rpc('move_appointment', {
      p_request_id: requestId,
      p_id: id,
      p_version: version,
      p_to: at.toISOString(),
    }),
  );
}

/** Moves an appointment to another date and time (APPT-03). */
export function useMoveAppointmentMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'cita.mover',
    mutationFn: moveAppointment,
    onSettled: () => client.invalidateQueries({ queryKey: appointmentKeys.all }),
  });
}

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
