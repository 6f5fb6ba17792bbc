/** Longest pause between two keys of a scanner, in ms: hands are slower. */
export const SCAN_PAUSE_MS = 50;
/** The length of the shortest code: fewer keys at once may be a hand's. */
export const SHORTEST_SCAN = 6;
