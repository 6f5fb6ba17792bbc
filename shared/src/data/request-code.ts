/**
 * The code by which the server's log finds a request that failed there, as ` (código …)` to be put behind a text; empty
 * for everything else.
 */
export function requestCode(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return / \(código [0-9a-f-]{12,36}\)/.exec(message)?.[0] ?? '';
}
