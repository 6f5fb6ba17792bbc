/**
 * Addresses below which a remote under development stands in a page of a site that runs (SHELL-70). No site has them:
 * the developer's own proxy answers them.
 */
export const LOCAL_PATH = '/_local/';

/** The build of such a remote, in the registry that the proxy hands out. */
export const LOCAL_BUILD = 'local';
