/**
 * Name of a performance mark that a page sets for a part of a remote, `mfe-orders/routes`: when it asks for its code,
 * when that has arrived and runs, and when the part is on the screen for the first time (SHELL-43).
 * `publish-remote` waits for the part to be shown before it puts a build in place (SHELL-40).
 */
export const partMark = (step: 'asked' | 'started' | 'shown', part: string): string =>
  `taller:${step} ${part}`;
