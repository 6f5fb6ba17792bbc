/** Codes of a refusal behind which stands no answer: the server may have done what was asked for, or not seen it. */
export const UNANSWERED: ReadonlySet<string> = new Set(['offline', 'unavailable']);
