/** `warned`: the session ends soon unless somebody does something. `over`: nobody did. */
export type IdleState = 'used' | 'warned' | 'over';

const MINUTE = 60_000;

/** How long before the end the notice shows, in minutes. */
export const noticeMinutes = (limitMinutes: number) => (limitMinutes >= 20 ? 2 : 1);

/**
 * How far a session is from its end by inactivity.
 * @param usedAt when somebody last did something, in ms since 1970.
 * @param limitMinutes what the server answered; null if this session does not end so.
 */
export function idleState(now: number, usedAt: number, limitMinutes: number | null): IdleState {
  if (limitMinutes === null) return 'used';
  const left = usedAt + limitMinutes * MINUTE - now;
  if (left <= 0) return 'over';
  return left <= noticeMinutes(limitMinutes) * MINUTE ? 'warned' : 'used';
}
