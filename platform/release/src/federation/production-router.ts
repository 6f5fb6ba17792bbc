import type { Plugin } from 'vite';

/** Names of components and contexts for React's developer tools. */
const DISPLAY_NAME = /^\w+\.displayName = "[^"]*";$/gm;
/** Calls without side effects that lack a `__PURE__` mark. */
const MADE =
  /^(?<variable>var \w+ = )(?<call>React\d*\.(?:forwardRef|createContext)\(|Symbol\(|new (?:URL|Set)\()/gm;

/** Lets the bundler drop unused exports of a react-router module: display names and unmarked calls would keep them. */
export const withoutNames = (code: string): string =>
  code.replaceAll(DISPLAY_NAME, '').replaceAll(MADE, '$<variable>/* @__PURE__ */ $<call>');

/**
 * Bundles the production build of react-router without its unused exports. The package contains that build, but only
 * exports the one for development, with its checks and warnings.
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
