/**
 * The code by which the server's log finds a request that failed there, as ` (código …)` to be put behind a text; empty
 * for everything else.
 */
export const requestCode = (error: unknown): string => / \(código [\w-]+\)/.exec(String(error))?.[0] ?? '';
