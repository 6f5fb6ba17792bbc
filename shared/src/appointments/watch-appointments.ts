import { followTable } from '#src/data-access/follow-table.ts';

/**
 * Calls back when an appointment was made, moved or cancelled, or anything may have changed since the last read.
 * Returns a function that unsubscribes.
 */
export const watchAppointments = (onChange: () => void): (() => void) =>
  followTable('appointments', { onChange, onJoined: onChange });
