/**
 * Names of the performance marks that a page sets for each part of a remote, `mfe-orders/routes`: when it asks for its
 * code, when that has arrived and runs, and when the part is on the screen for the first time (SHELL-43).
 * `publish-remote` waits for the last one before it puts a build in place (SHELL-40).
 */
export const askedMark = (part: string): string => `taller:asked ${part}`;
export const startedMark = (part: string): string => `taller:started ${part}`;
export const shownMark = (part: string): string => `taller:shown ${part}`;
