/**
 * Stands for `use-sync-external-store/shim` in the builds of remotes (platform/release/src/federation/react-store.ts):
 * React has the hook itself since version 18, and the site has version 19.
 */
export { useSyncExternalStore } from 'react';

/** Base UI calls it with React 18 and older only. */
export function useSyncExternalStoreWithSelector(): never {
  throw new Error('The site has React 19 or newer');
}
