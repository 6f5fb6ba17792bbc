// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { paths } from '@taller/shared/contract/paths.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { ThanksApprovedPage } from './thanks-page.tsx';

test('PUB-05 the thank-you pages lead on', () => {
  renderScreen(<ThanksApprovedPage />, { path: paths.thanksApproved.getHref() });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('¡Gracias! Presupuesto aprobado');
  expect(screen.getByRole('heading', { name: 'Qué sigue' })).toBeDefined();
  fireEvent.click(screen.getByRole('link', { name: 'Volver al inicio' }));
  expect(location.pathname).toBe('/');
});

test('PUB-22 a signed-in customer is led to their orders', () => {
  renderScreen(<ThanksApprovedPage />, { role: 'customer', path: paths.thanksApproved.getHref() });
  expect(screen.getByRole('link', { name: 'Mis órdenes' }).getAttribute('href')).toBe('/dashboard');
});
