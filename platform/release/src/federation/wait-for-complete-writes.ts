import type { Plugin } from 'vite';

/** The bundler retries an empty file for a tenth of a second. */
const TRIES = 10;

/**
 * Delays an edit until its file is written. Editors truncate a file and then write it. The watcher reports the
 * truncation, and the write only if it follows at least 50 ms later. A page that requested the module in between got an
 * empty one, and never the edit.
 */
export const waitForCompleteWrites = (): Plugin => ({
  name: 'taller-wait-for-complete-writes',
  apply: 'serve',
  enforce: 'pre',
  async hotUpdate({ type, read }) {
    if (type !== 'update') return;
    for (let tries = 0; tries < TRIES && (await read()) === '';) tries += 1;
  },
});
