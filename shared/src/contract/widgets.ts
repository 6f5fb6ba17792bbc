import type { Screen } from './screen.ts';

/** The panel's bell: a widget of a remote shown next to all of the panel's screens. */
export const BELL = { remote: 'mfe-orders', module: 'notifications' } as const;

/** The staff's search of everything (UI-06): loaded when it is first opened. */
export const PALETTE = { remote: 'mfe-orders', module: 'palette' } as const;

/** Window event: the palette, once loaded, opens. It is open when it is first shown. */
export const OPEN_PALETTE = 'taller:open-palette';

/** Keys that the user pressed before the palette's field had the focus. */
export interface EarlyKeys {
  readonly text: string;
  /** Enter came after the text. */
  readonly isEntered: boolean;
  /** A scanner typed it, and it may be of anybody. */
  readonly isScanned?: boolean;
}

/** Data that the shell passes to the palette. */
export interface PaletteSite {
  /** All screens of the site, those of other remotes included: a remote's own build knows their paths only. */
  screens: readonly Screen[];
  /** Called by the field once it has the focus: returns the keys pressed until then. */
  takeEarlyKeys: () => EarlyKeys;
}

/** Window event: the palette is shown. A CustomEvent whose detail, a {@link PaletteSite}, the shell fills in. */
export const PALETTE_SHOWN = 'taller:palette-shown';

/** The count of waiting items at a tab of the panel (ORD-83). */
export interface TabCount {
  /** The number as it is shown: `7`, `99+`. */
  shown: string;
  /** The number with its unit: `7 no llegaron`. */
  said: string;
}

/** Window event of the bell's widget: a CustomEvent with the counts of the panel's tabs, by their paths. */
export const PANEL_COUNTS = 'taller:panel-counts';
export type PanelCounts = Readonly<Record<string, TabCount>>;
