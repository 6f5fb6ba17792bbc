/** The six digits of an authenticator app, typed with or without spaces; null if they are not six. */
export function readFactorCode(typed: string): string | null {
  const digits = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}
