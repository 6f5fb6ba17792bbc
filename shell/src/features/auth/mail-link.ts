/**
 * Whether a mailed link carries an error instead of a session: `#error=access_denied&error_code=otp_expired&…` if it
 * was used or has expired.
 */
export function isBrokenLink(fragment: string): boolean {
  const answer = new URLSearchParams(fragment.replace(/^#/, ''));
  return answer.has('error') || answer.has('error_code');
}
