/** Error codes without a response: the request may or may not have been processed. */
export const UNANSWERED: ReadonlySet<string> = new Set(['offline', 'unavailable', 'unreadable']);
