// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { paths } from '@taller/shared/contract/paths.ts';
import { passportQuery, type Passport } from '@taller/shared/orders/passport/passport-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { DevicePassportPage } from './device-passport-page.tsx';

const IMEI = '356938035643800';
const ORDER: Passport['orders'][number] = {
  id: '00000000-0000-4000-8000-000000000001',
  order_number: 123,
  created_at: '2026-01-05T15:00:00Z',
  status: 'rejected',
  customer_name: 'Rosa Soto',
  equipment_type: 'smartphone',
  equipment_brand: 'Samsung',
  equipment_model: 'Galaxy A54',
  imei: IMEI,
  work_description: 'No carga',
  technical_work: null,
  delivered_at: null,
  unrepaired: 'Presupuesto rechazado',
  declined: ['Cambio de batería'],
  warranty_end: null,
  place: null,
};
const NOTHING: Passport = { orders: [], total: 0, owners: [], parts: [], photos: [], lookups: [] };
const show = (passport: Passport) =>
  renderScreen(<DevicePassportPage />, {
    role: 'technician',
    path: paths.devicePassport.getHref(IMEI),
    pattern: paths.devicePassport.path,
    answers: [answer(passportQuery(IMEI), passport)],
  });

test('REC-110 a device is shown with its faults, its owners and look-ups, and a doubtful IMEI is said', async () => {
  show({
    ...NOTHING,
    orders: [ORDER],
    total: 60,
    owners: [
      {
        order_id: ORDER.id,
        customer_name: 'Rosa Soto',
        orders: 60,
        first_at: ORDER.created_at,
        last_at: ORDER.created_at,
      },
    ],
    lookups: [{ id: 'a', answer: 'listed', note: 'Regulador', made_at: ORDER.created_at, made_by: 'Ana' }],
  });
  await screen.findByText(/No carga · Presupuesto rechazado/);
  for (const said of [
    /No quiso: Cambio de batería/,
    /El IMEI no parece válido/,
    /Las 1 más nuevas de 60 órdenes/,
    /60 órdenes · /,
  ]) {
    expect(screen.getByText(said)).toBeDefined();
  }
  expect(screen.getAllByText('Figura como robado o bloqueado').length).toBe(2);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Anotar consulta' }).disabled).toBe(true);
});

test('REC-112 a number that no device has is said in words', async () => {
  show(NOTHING);
  expect(await screen.findByText('Ningún equipo con este número ha pasado por el taller.')).toBeDefined();
});
