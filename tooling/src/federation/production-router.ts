import type { Plugin } from 'vite';

/**
 * Bundles the production build of react-router, whose package has one and exports only that for development, with its
 * checks and warnings.
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
});
