import { useEffect } from 'react';
import { readAgain } from '#src/query/read-again.ts';
import { useQueryClient } from '@taller/shared/query';
import { appointmentKeys } from './keys.ts';
import { watchAppointments } from './watch-appointments.ts';

/** Reads appointments again when one was made, moved or cancelled, by whomever (APPT-05). */
export function useLiveAppointments(): void {
  const client = useQueryClient();
  useEffect(() => {
    const reload = () => void readAgain(client, appointmentKeys.all);
    return watchAppointments(reload);
  }, [client]);
}
