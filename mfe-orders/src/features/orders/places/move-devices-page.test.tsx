// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { movableOrdersQuery } from '@taller/shared/orders/places/place-queries.ts';
import { passportQuery, type Passport } from '@taller/shared/orders/passport/passport-query.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { MoveDevicesPage } from './move-devices-page.tsx';

const scan = (code: string) => {
  const field = screen.getByRole('textbox', { name: 'Escanea o escribe un número de orden, IMEI o serie' });
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

const passport = (orders: readonly { order_number: number; status: string }[]) => ({ orders }) as Passport;

test('REC-104 the number of a device adds the order for which it is in the shop, and says where there is none', async () => {
  renderScreen(<MoveDevicesPage />, {
    role: 'technician',
    answers: [
      answer(movableOrdersQuery([]), []),
      answer(movableOrdersQuery([12]), []),
      answer(deskSettingsQuery(), { places: ['Estante A'] }),
      answer(
        passportQuery('356938035643809'),
        passport([
          { order_number: 13, status: 'delivered' },
          { order_number: 12, status: 'quoted' },
        ]),
      ),
      answer(passportQuery('C02XK1AAJG5H'), passport([{ order_number: 9, status: 'delivered' }])),
      answer(passportQuery('C02XK1AAJG5J'), () => Promise.reject(new Error('down'))),
    ],
  });
  const said = () => screen.getByRole('status').textContent;
  scan('356938035643809');
  expect(said()).toBe('Buscando el equipo…');
  await expect.poll(said).toBe('Orden 000012 agregada.');
  scan('C02XK1AAJG5H');
  await expect.poll(said).toBe('Ningún equipo con el número C02XK1AAJG5H está en la tienda.');
  scan('C02XK1AAJG5J');
  await expect.poll(said).toContain('No se pudo buscar el equipo.');
  expect(screen.getByRole('button', { name: 'Mover 1 equipo' })).toBeTruthy();
});

test('REC-107 a place leads to the orders whose devices are there', async () => {
  renderScreen(<MoveDevicesPage />, {
    role: 'technician',
    path: '/?ubicacion=Estante+A%2F1',
    answers: [answer(movableOrdersQuery([]), []), answer(deskSettingsQuery(), { places: ['Estante A/1'] })],
  });
  const link = await screen.findByRole('link', { name: 'Ver los equipos en Estante A/1' });
  expect(link.getAttribute('href')).toBe('/dashboard?ubicacion=Estante%20A%2F1');
});
