import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { dataErrorCode, toDataError } from '#src/data/data-error.ts';
import { appointmentKeys } from './keys.ts';

export interface NewAppointment {
  /** Made once per form, so that sending it again after a lost answer makes no second appointment. */
  id: string;
  customerId: string;
  at: Date;
  reason: string;
}

async function createAppointment({ id, customerId, at, reason }: NewAppointment): Promise<void> {
  const client = await supabase();
  const { error, status } = await client
    .from('appointments')
    .insert({ id, customer_id: customerId, appointment_date: at.toISOString(), reason });
  if (!error) return;
  const failure = toDataError(error, status);
  // The same id is there already: an earlier try arrived and only its answer was lost.
  if (dataErrorCode(failure) !== 'conflict') throw failure;
}

export function useCreateAppointmentMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: createAppointment,
    onSuccess: () => client.invalidateQueries({ queryKey: appointmentKeys.all }),
  });
}
