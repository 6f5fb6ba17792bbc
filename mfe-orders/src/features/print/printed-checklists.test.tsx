// @vitest-environment jsdom
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { screen, within } from '@testing-library/react';
import type { Result } from '@taller/shared/orders/checklists/checklist.ts';
import { expect, test } from 'vitest';
import { PrintedChecklists } from './printed-checklists.tsx';

const list = (results: Readonly<Record<string, Result>>, accessories: readonly string[]) => ({
  equipment_type: 'smartphone' as const,
  version: 1,
  points: Object.entries(results).map(([label, result]) => ({ label, result })),
  accessories: accessories.map((label) => ({ id: label, label })),
});
const reception = list({ Pantalla: 'works', Carga: 'works', Cámara: 'fails', Señal: 'untested' }, [
  'Funda',
  'Chip',
]);
const delivery = list({ Pantalla: 'fails', Carga: 'works', Cámara: 'works', Señal: 'works' }, ['Funda']);

/** The terms and values below a title. */
const under = (title: string) => {
  const block = screen.getByRole('heading', { name: title }).parentElement ?? document.body;
  const values = within(block).getAllByRole('definition');
  return within(block)
    .getAllByRole('term')
    .map(({ textContent }, at) => `${textContent}: ${values[at]?.textContent}`);
};

test('REC-122 the slip of an intake says what works, what fails and what came with the device', () => {
  renderScreen(<PrintedChecklists reception={reception} delivery={null} />);
  expect(under('Revisión al recibir')).toEqual([
    'Funciona: Pantalla, Carga',
    'Falla: Cámara',
    'No probado: Señal',
    'Accesorios: Funda, Chip',
  ]);
  expect(screen.queryByRole('heading', { name: 'Revisión al entregar' })).toBeNull();
});

test('REC-122 the sheet of a delivery has both beside each other, and what differs', () => {
  renderScreen(<PrintedChecklists reception={reception} delivery={delivery} />);
  expect(under('Revisión al recibir')).toHaveLength(4);
  expect(under('Revisión al entregar')).toEqual([
    'Funciona: Carga, Cámara, Señal',
    'Falla: Pantalla',
    'Accesorios: Funda',
    'Ahora falla: Pantalla',
    'Ahora funciona: Cámara',
    'Sin devolver: Chip',
  ]);
});
