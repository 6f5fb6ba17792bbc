/**
 * Whether a link of a mail brought an error instead of a session: `#error=access_denied&error_code=otp_expired&…` once it was used
 * or is too old.
 */
export function isBrokenLink(fragment: string): boolean {
  const answer = new URLSearchParams(fragment.replace(/^#/, ''));
  return answer.has('error') || answer.has('error_code');
}
