/** Whether a request failed without a response of our server; the browser's own failures are TypeErrors. */
export function isNoAnswer(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  return error instanceof Error && error.name === 'DataError' && 'code' in error && error.code === 'offline';
}
