/** The bell of the panel: a part of a remote that the shell shows beside every screen there. */
export const BELL = { remote: 'mfe-orders', module: 'notifications' } as const;
