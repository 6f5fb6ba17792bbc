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

test('PUB-32 below the services a price is asked for by WhatsApp or phone', () => {
  renderScreen(<ServicesPage />);
  const ask = within(screen.getByRole('region', { name: '¿No sabes qué tiene?' }));
  expect(ask.getByRole('link', { name: 'Cotiza por WhatsApp' }).getAttribute('href')).toMatch(
    /^https:\/\/wa\.me\/569\d{8}\?text=/,
  );
  expect(ask.getByRole('link', { name: /^Llamar al/ }).getAttribute('href')).toMatch(/^tel:\+56\d{9}$/);
});
