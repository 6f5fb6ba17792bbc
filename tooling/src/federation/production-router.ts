import type { Plugin } from 'vite';

/** Names of components and contexts for React's developer tools. */
const DISPLAY_NAME = /^\w+\.displayName = "[^"]*";$/gm;
/** Calls that only make a value, and are not marked as such. */
const MADE =
  /^(?<variable>var \w+ = )(?<call>React\d*\.(?:forwardRef|createContext)\(|Symbol\(|new (?:URL|Set)\()/gm;

/** A module of react-router in which the bundler can tell what is unused: both keep forms and fetchers in a build. */
export const withoutNames = (code: string): string =>
  code.replaceAll(DISPLAY_NAME, '').replaceAll(MADE, '$<variable>/* @__PURE__ */ $<call>');

/**
 * Bundles the production build of react-router, whose package has one and exports only that for development, with its
 * checks and warnings. What is unused of it is left out.
 */
export const productionRouter = (): Plugin => ({
  name: 'taller-production-router',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (source !== 'react-router' && source !== 'react-router/dom') return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    if (!found?.id.includes('/dist/development/'))
      return this.error(`${source} has changed: its build for development is at ${found?.id}`);
    return { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
  },
  transform: (code, id) =>
    id.includes('/react-router/dist/production/') ? { code: withoutNames(code), map: null } : null,
});
