import type { Plugin } from 'vite';

/** Reading an empty file takes the bundler a tenth of a second, in which it waits for the rest. */
const TRIES = 10;

/**
 * Lets an edit count when its file is written. Editors empty a file and then write it. The watcher hears of the first,
 * and of the second only if it comes 50 ms later: a page that asked in between got an empty module, and kept what it
 * had.
 */
export const wholeEdits = (): Plugin => ({
  name: 'taller-whole-edits',
  apply: 'serve',
  enforce: 'pre',
  async hotUpdate({ type, read }) {
    if (type !== 'update') return;
    for (let tries = 0; tries < TRIES && (await read()) === '';) tries += 1;
  },
});
