// @vitest-environment jsdom
import { DataError } from '@taller/shared/data-access/data-error.ts';
import { orderChecklistsQuery } from '@taller/shared/orders/checklists/checklist-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OwnChecklists } from './own-checklists.tsx';

const ORDER = '6f1c2b3a-0d4e-4a5b-8c6d-7e8f90a1b2c3';
const reception = {
  equipment_type: 'smartphone' as const,
  version: 1,
  points: [{ label: 'Pantalla', result: 'fails' as const }],
  accessories: [],
};

test('REC-123 a customer reads the checklist of the own order, and changes nothing', async () => {
  renderScreen(<OwnChecklists orderId={ORDER} />, {
    role: 'customer',
    answers: [answer(orderChecklistsQuery(ORDER), { reception, delivery: null })],
  });
  expect((await screen.findAllByRole('row')).map(({ textContent }) => textContent)).toEqual([
    'PuntoAl recibirlo',
    'PantallaFalla',
    'AccesoriosNinguno',
  ]);
  expect(screen.queryByRole('button')).toBeNull();
});

test('REC-123 an order without a checklist says nothing of it', () => {
  renderScreen(<OwnChecklists orderId={ORDER} />, {
    role: 'customer',
    answers: [answer(orderChecklistsQuery(ORDER), { reception: null, delivery: null })],
  });
  expect(screen.queryByText('Revisión del equipo')).toBeNull();
});

test('REC-123 a checklist that cannot be read says so, and can be asked for again', async () => {
  renderScreen(<OwnChecklists orderId={ORDER} />, {
    role: 'customer',
    answers: [
      answer(orderChecklistsQuery(ORDER), () => {
        throw new DataError('server', 'no');
      }),
    ],
  });
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeDefined();
});
