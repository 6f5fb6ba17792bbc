// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { ServicesPage } from './services-page.tsx';

test.each([
  [
    'Celulares',
    ['Cambio de pantalla', 'Batería', 'Conectividad', 'Hardware', 'Software', 'Recuperación de datos'],
  ],
  ['Computadores', ['Almacenamiento', 'Actualización', 'Seguridad', 'Mantención', 'Respaldo', 'Notebooks']],
])('PUB-02 the services page names the twelve services: %s', (name, services) => {
  renderScreen(<ServicesPage />);
  const section = within(screen.getByRole('region', { name }));
  const headings = section.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(services);
});
