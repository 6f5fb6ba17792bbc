// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { wantedRemindersQuery } from '@taller/shared/messages/wanted-reminders-query.ts';
import { callsQuery, type CallRow } from '@taller/shared/orders/unclaimed/calls-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { AttemptDialog } from './attempt-dialog.tsx';
import { CallList } from './call-list.tsx';
import { Reminders } from './reminders.tsx';

const ROW: CallRow = {
  order_id: 'o1',
  order_number: 6400,
  customer_name: 'Ana Rojas',
  customer_phone: '+56 9 6100 0001',
  second_phone: null,
  equipment_type: 'smartphone',
  equipment_brand: 'Samsung',
  equipment_model: 'A52',
  status: 'completed',
  ready_on: '2026-09-20',
  owed: 25_000,
  reminders: 3,
  letter_due: true,
  tried: [
    { kind: 'call', note: 'No contesta', at: '2026-11-20T15:00:00Z', by: 'Eva Soto' },
    { kind: 'call', note: 'Dice que viene', at: '2026-11-10T15:00:00Z', by: null },
  ],
  total: 1,
};

test('TIME-44 the list says who, since when, what is owed and what was tried, and offers call, note and letter', async () => {
  renderScreen(<CallList />, {
    role: 'receptionist',
    answers: [answer(callsQuery(1), { total: 1, rows: [ROW] })],
  });
  expect(await screen.findByRole('link', { name: '#006400 · Ana Rojas' })).toBeDefined();
  expect(screen.getByText('Debe $25.000')).toBeDefined();
  expect(screen.getByText('Llamado el 20-11-2026, Eva Soto: No contesta')).toBeDefined();
  expect(screen.getByText('2 intentos · 3 recordatorios')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Llamar' }).getAttribute('href')).toBe('tel:+56961000001');
  expect(screen.getByRole('link', { name: /^Imprimir carta para Ana Rojas/ }).getAttribute('href')).toBe(
    '/print-letter/o1',
  );
});

test('TIME-44 an empty list says where it is switched on', async () => {
  renderScreen(<CallList />, {
    role: 'receptionist',
    answers: [answer(callsQuery(1), { total: 0, rows: [] })],
  });
  expect(await screen.findByText('Nadie por llamar.')).toBeDefined();
});

test('TIME-44 an attempt without words is refused at its field', async () => {
  renderScreen(<AttemptDialog row={ROW} onClose={() => {}} />, { role: 'receptionist' });
  fireEvent.click(await screen.findByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Escribe qué pasó.')).toBeDefined();
});

test('TIME-43 the customer’s page says whether reminders are wanted', async () => {
  renderScreen(<Reminders id="o1" said={{ wanted: false, said_at: null, said_via: '', said_by: null }} />, {
    role: 'technician',
    answers: [answer(wantedRemindersQuery('o1'), false)],
  });
  expect(await screen.findByText('No quiere recordatorios: no se le envían.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Volver a enviarle recordatorios' })).toBeDefined();
});
