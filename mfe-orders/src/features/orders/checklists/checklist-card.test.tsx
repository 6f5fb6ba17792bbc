// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import {
  orderChecklistsQuery,
  type OrderChecklists,
} from '@taller/shared/orders/checklists/checklist-queries.ts';
import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { ChecklistCard } from './checklist-card.tsx';

const show = (status: OrderStatus, lists: OrderChecklists | (() => never)) =>
  renderScreen(<ChecklistCard order={{ id: 'o7', status }} onFillIn={() => undefined} />, {
    role: 'receptionist',
    answers: [answer(orderChecklistsQuery('o7'), lists)],
  });
const list = (pantalla: 'works' | 'fails', señal: 'fails' | 'untested', accessories: string[]) => ({
  equipment_type: 'smartphone' as const,
  version: 1,
  points: [
    { label: 'Pantalla', result: pantalla },
    { label: 'Señal', result: señal },
  ],
  accessories: accessories.map((label) => ({ id: label, label })),
});

test('REC-28 both lists stand beside each other, and what differs is marked', async () => {
  show('delivered', {
    reception: list('works', 'untested', ['Funda', 'Cargador']),
    delivery: list('fails', 'fails', ['Funda']),
  });
  const rows = (await screen.findAllByRole('row')).map((row) =>
    within(row)
      .getAllByText((_text, element) => element?.matches('th, td') === true)
      .map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    ['Punto', 'Al recibirlo', 'Al entregarlo'],
    ['Pantalla', 'Funciona', 'Ahora falla'],
    ['Señal', 'No probado', 'Falla'],
    ['Accesorios', 'Funda, Cargador', 'FundaSin devolver: Cargador'],
  ]);
  expect(screen.queryByRole('button')).toBeNull();
});

test('REC-28 an order without a list asks for one; a list that was filled in is corrected', async () => {
  const { unmount } = show('in_progress', { reception: null, delivery: null });
  expect(await screen.findByText('Nadie anotó cómo llegó el equipo.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Revisar al recibir' })).toBeDefined();
  unmount();
  show('in_progress', { reception: list('works', 'untested', []), delivery: null });
  expect(await screen.findByRole('button', { name: 'Corregir recepción' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Revisar al entregar' })).toBeDefined();
  expect(screen.getAllByRole('columnheader')).toHaveLength(2);
});

test('REC-28 lists that cannot be read say so, and can be asked for again', async () => {
  show('in_progress', () => {
    throw new DataError('server', 'no');
  });
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeDefined();
});
