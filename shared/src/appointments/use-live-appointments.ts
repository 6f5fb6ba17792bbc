import { useEffect } from 'react';
import { followTable } from '#src/data-access/follow-table.ts';
import { readAgain } from '#src/query/read-again.ts';
import { useQueryClient } from '@taller/shared/query';
import { appointmentKeys } from './keys.ts';

/** Reads appointments again when one was made, moved or cancelled, by whomever (APPT-05). */
export function useLiveAppointments(): void {
  const client = useQueryClient();
  useEffect(() => {
    const reload = () => void readAgain(client, appointmentKeys.all);
    return followTable('appointments', { onChange: reload, onJoined: reload });
  }, [client]);
}
