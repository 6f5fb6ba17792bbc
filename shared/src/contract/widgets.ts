/** The panel's bell: a widget of a remote shown next to all of the panel's screens. */
export const BELL = { remote: 'mfe-orders', module: 'notifications' } as const;

/** The staff's search of everything (UI-06): loaded when it is first opened. */
export const PALETTE = { remote: 'mfe-orders', module: 'palette' } as const;

/** Window event: the palette, once loaded, opens. It is open when it is first shown. */
export const OPEN_PALETTE = 'taller:open-palette';
