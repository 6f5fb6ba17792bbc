// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { WaitFigures } from './wait-figures.tsx';

test('TIME-09 the reports say how many of their days orders waited, and for what', () => {
  const reasons = [{ reason: 'part', label: 'Repuesto', orders: 12, days: 8.5, late: 3 }];
  renderScreen(<WaitFigures waits={{ done: 40, waited: 14, days: 14, waited_days: 9.02, reasons }} />, {
    role: 'admin',
  });
  expect(
    screen.getByText('14 de 40 órdenes terminadas esperaron algo: en promedio 9 de sus 14 días.'),
  ).toBeDefined();
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'Repuesto',
    '12',
    '8,5',
    '3',
  ]);
});

test('TIME-09 a shop whose orders waited for nothing reads that', () => {
  renderScreen(<WaitFigures waits={{ done: 3, waited: 0, days: null, waited_days: null, reasons: [] }} />, {
    role: 'admin',
  });
  expect(screen.getByText('Ninguna orden terminada esperó.')).toBeDefined();
});
