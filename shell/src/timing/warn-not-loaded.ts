/** A module that is not needed yet could not be loaded. */
export const couldWait = (error: unknown): void => console.warn('Not loaded', error);
