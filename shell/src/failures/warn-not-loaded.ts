/** A module that is not needed yet could not be loaded. */
export const warnNotLoaded = (error: unknown): void => console.warn('Not loaded', error);
