// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { movableOrdersQuery } from '@taller/shared/orders/places/place-queries.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { MoveDevicesPage } from './move-devices-page.tsx';

const scan = (code: string) => {
  const field = screen.getByRole('textbox', { name: 'Escanea o escribe un número de orden' });
  fireEvent.change(field, { target: { value: code } });
  fireEvent.keyDown(field, { key: 'Enter' });
};

test('REC-93 a place that is scanned before the shop’s list has come is kept until it comes', async () => {
  let settle: (settings: { places: string[] }) => void = () => undefined;
  const settings = new Promise<{ places: string[] }>((resolve) => (settle = resolve));
  renderScreen(<MoveDevicesPage />, {
    role: 'technician',
    answers: [answer(movableOrdersQuery([]), []), answer(deskSettingsQuery(), () => settings)],
  });
  scan('UBIESTANTEA');
  expect(screen.getByRole('status').textContent).toBe('Ubicación escaneada.');
  settle({ places: ['Estante A'] });
  await screen.findByRole('option', { name: 'Estante A' });
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Mover a' }).value).toBe('Estante A');
});

test('REC-93 two devices that are scanned before the page has caught up are both in the list', async () => {
  renderScreen(<MoveDevicesPage />, {
    role: 'technician',
    answers: [
      answer(movableOrdersQuery([]), []),
      answer(movableOrdersQuery([13, 12]), []),
      answer(deskSettingsQuery(), { places: ['Estante A'] }),
    ],
  });
  act(() => {
    scan('12');
    scan('13');
  });
  expect(await screen.findByRole('button', { name: 'Mover 2 equipos' })).toBeTruthy();
});
