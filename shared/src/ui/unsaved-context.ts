import { createContext } from 'react';

/** How a form tells its dialog about unsaved input. */
export const UnsavedContext = createContext<((unsaved: boolean) => void) | null>(null);
