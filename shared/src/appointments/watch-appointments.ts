import { followTable } from '#src/data-access/follow-table.ts';
import { useEffect } from 'react';
import { refetch } from '#src/query/refetch.ts';
import { useQueryClient } from '@taller/shared/query';
import { appointmentKeys } from './keys.ts';

/**
 * Calls back when an appointment was made, moved or cancelled, or anything may have changed since the last read.
 * Returns a function that unsubscribes.
 */
export const watchAppointments = (onChange: () => void): (() => void) =>
  followTable('appointments', { onChange, onJoined: onChange });

/** Reads appointments again when one was made, moved or cancelled, by whomever (APPT-05). */
export function useLiveAppointments(): void {
  const client = useQueryClient();
  useEffect(() => {
    const reload = () => void refetch(client, appointmentKeys.all);
    return watchAppointments(reload);
  }, [client]);
}
