import { createContext } from 'react';

/** How a form tells the dialog around it that closing would lose something. */
export const UnsavedContext = createContext<((unsaved: boolean) => void) | null>(null);
