import { createContext } from 'react';

/** The callback with which a form tells its dialog about unsaved input. */
export const UnsavedContext = createContext<((unsaved: boolean) => void) | null>(null);
