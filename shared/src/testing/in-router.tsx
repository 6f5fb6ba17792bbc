import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';

/** The element as the site renders it: at an address. */
export const inRouter = (element: ReactNode, path = '/') => (
  <MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>
);
