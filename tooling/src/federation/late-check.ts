import type { Plugin } from 'vite';
import { LATE_CHECK } from '@taller/shared/contract/late-check.ts';

const HELPER = '\0vite/preload-helper.js';
const EXPORTED = 'export const __vitePreload = ';

/** Wraps the bundler's helper for dynamic imports, whose source is `code`; null if it is another one. */
export function checkingHelper(code: string): string | null {
  if (code.split(EXPORTED).length !== 2) return null;
  return `${code.replace(EXPORTED, 'const unchecked = ')};
export const __vitePreload = (load, files, importer) => {
  const check = globalThis.${LATE_CHECK};
  if (!check || !files?.length) return unchecked(load, files, importer);
  return check(files.map((file) => new URL(file, importer).href)).then(() => unchecked(load, files, importer));
};
`;
}

/** Files of a dynamic import: those of the static closure, and the chunk itself also where it imports nothing. */
export const lateFiles = (file: string, closure: string[]): string[] =>
  closure.includes(file) ? closure : [file, ...closure];

/** Has the shell check every file of a remote that is imported later (decision 54). */
export const lateCheck = (): Plugin => ({
  name: 'taller-late-check',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (id !== HELPER) return null;
    const checking =
      checkingHelper(code) ?? this.error('Vite has changed: its preload helper is another one');
    return { code: checking, map: null };
  },
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
    const isLate = chunks.some(({ dynamicImports }) => dynamicImports.length > 0);
    if (isLate && !chunks.some(({ code }) => code.includes(LATE_CHECK)))
      this.error('Its dynamic imports would not be checked');
  },
});
