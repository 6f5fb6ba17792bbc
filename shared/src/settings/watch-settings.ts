import { followTable } from '#src/data-access/follow-table.ts';

/** Subscribes to saved sections, also to what was missed without a connection. Returns a function that unsubscribes. */
export const watchSettings = (onChange: () => void): (() => void) =>
  followTable('setting_sections', { onChange, onJoined: onChange });
