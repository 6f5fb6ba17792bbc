import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { type RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { appointmentKeys } from './keys.ts';

export interface MovedAppointment {
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
