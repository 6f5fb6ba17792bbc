/** `warned`: the session is about to end because of inactivity. `over`: it has ended. */
export type IdleState = 'used' | 'warned' | 'over';

const MINUTE = 60_000;

/** How long before the end the warning is shown, in minutes. */
export const noticeMinutes = (limitMinutes: number) => (limitMinutes >= 20 ? 2 : 1);

/**
 * Inactivity state of a session.
 * @param usedAt time of the last activity, in ms since 1970.
 * @param limitMinutes the server's limit; null if there is none for this session.
 */
export function idleState(now: number, usedAt: number, limitMinutes: number | null): IdleState {
  if (limitMinutes === null) return 'used';
  const left = usedAt + limitMinutes * MINUTE - now;
  if (left <= 0) return 'over';
  return left <= noticeMinutes(limitMinutes) * MINUTE ? 'warned' : 'used';
}
