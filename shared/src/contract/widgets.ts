/** The panel's bell: a widget of a remote shown next to all of the panel's screens. */
export const BELL = { remote: 'mfe-orders', module: 'notifications' } as const;

/** The staff's search of everything (UI-06): loaded when it is first opened. */
export const PALETTE = { remote: 'mfe-orders', module: 'palette' } as const;

/** Window event: the palette, once loaded, opens. It is open when it is first shown. */
export const OPEN_PALETTE = 'taller:open-palette';

/** How much waits at a tab of the panel (ORD-83). */
export interface TabCount {
  /** The number as it is shown: `7`, `99+`. */
  shown: string;
  /** What it counts, in words: `7 fallidos`. */
  said: string;
}

/** Window event of the bell's widget: a CustomEvent with the counts of the panel's tabs, by their paths. */
export const PANEL_COUNTS = 'taller:panel-counts';
export type PanelCounts = Readonly<Record<string, TabCount>>;
