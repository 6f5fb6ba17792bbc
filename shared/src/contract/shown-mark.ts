/**
 * Name of the performance mark that a page sets when a part of a remote, `mfe-orders/routes`, is on the screen.
 * `publish-remote` waits for it before it puts a build in place (SHELL-40).
 */
export const shownMark = (part: string): string => `taller:shown ${part}`;
