import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';

/** Why a PIN opened nothing; until when further attempts are locked, in the past if they are not. */
export interface PinRefusal {
  outcome: 'wrong' | 'locked' | 'unset';
  lockedUntil: number;
}

/** The time at which the lock of further attempts ends, in milliseconds since the epoch. */
export function lockedUntil(seconds: number): number {
  return Date.now() + seconds * 1000;
}

/**
 * Submits a PIN. The server counts it in a separate call before it compares; the ticket redeems the answer. There is no
 * ticket while locked.
 * @throws DataError
 */
export async function tryPin(pin: string): Promise<{ p_ticket?: string }> {
  const client = await supabase();
  const ticket = unwrap(await client.rpc('try_report_pin', { p_pin: pin })) as string | null;
  return ticket ? { p_ticket: ticket } : {};
}

/** More than a minute between the two calls, or a lost response. */
export function expiredTicket(): DataError {
  return new DataError('offline', 'La comprobación del PIN venció. Inténtalo de nuevo.');
}
