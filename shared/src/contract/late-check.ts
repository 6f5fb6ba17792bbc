/**
 * Name of the shell's global function that a remote calls before it imports anything later: with the absolute URLs of
 * the chunk, its static imports and its style sheets. It rejects if one of them is not what was published. A shell that
 * has none imports without.
 */
export const LATE_CHECK = '__taller_check__';

/** What is under {@link LATE_CHECK}. */
export type LateCheck = (urls: readonly string[]) => Promise<void>;
