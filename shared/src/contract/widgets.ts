/** The panel's bell: a widget of a remote shown next to all of the panel's screens. */
export const BELL = { remote: 'mfe-orders', module: 'notifications' } as const;
