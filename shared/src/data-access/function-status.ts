/** HTTP status of a failed call of a server function; 0 when no answer came. */
export function httpStatus(error: { context?: unknown }): number {
  const { context } = error;
  return typeof context === 'object' && context !== null && 'status' in context ? Number(context.status) : 0;
}
