import type { Plugin } from 'vite';
import { HEAD_PLACE } from '@taller/server/pages/page-files.ts';

const STYLES = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * Stylesheets before everything else that a page loads, and scripts at low priority: on a slow link scripts share the
 * rate with what the first paint waits for. The prerendered page is read before it reacts.
 */
export const paintFirst = (html: string): string =>
  html
    .replaceAll(STYLES, '')
    .replace(HEAD_PLACE, () => `${(html.match(STYLES) ?? []).join('').trimStart()}\n    ${HEAD_PLACE}`)
    .replace('<script type="module"', '<script type="module" fetchpriority="low"');

/** {@link paintFirst} for the shell's page. */
export const stylesFirst = (): Plugin => ({
  name: 'taller-styles-first',
  apply: 'build',
  transformIndexHtml: { order: 'post', handler: paintFirst },
});
