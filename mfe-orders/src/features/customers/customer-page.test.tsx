// @vitest-environment jsdom
import { paths } from '@taller/shared/contract/paths.ts';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import { wantedRemindersQuery } from '@taller/shared/messages/wanted-reminders-query.ts';
import {
  customerRecordQuery,
  type CustomerRecord,
  type CustomerRecordOrder,
} from '@taller/shared/orders/customers/customer-record-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CustomerPage } from './customer-page.tsx';

const ID = '7f4a1b0e-0000-4000-8000-000000000001';

const orderOf = (part: Partial<CustomerRecordOrder>): CustomerRecordOrder => ({
  id: ID,
  order_number: 6420,
  created_at: '2026-11-20T15:00:00Z',
  status: 'completed',
  customer_name: 'Amaru Quispe',
  customer_rut: '15254750-1',
  customer_phone: '9 7311 4455',
  second_phone: null,
  customer_address: null,
  equipment_type: 'smartphone',
  equipment_brand: 'Samsung',
  equipment_model: 'Galaxy A54',
  imei: null,
  total_amount: 50_000,
  advance_payment: 0,
  final_payment: 0,
  promised_at: null,
  at_risk_from: null,
  ...part,
});

const show = (data: CustomerRecord | (() => never)) =>
  renderScreen(<CustomerPage />, {
    role: 'receptionist',
    path: paths.customer.getHref(ID),
    pattern: paths.customer.path,
    answers: [
      answer(customerRecordQuery(ID), data),
      answer(wantedRemindersQuery(typeof data === 'function' ? ID : (data.account?.id ?? ID)), true),
    ],
  });

test('CUST-31 a customer opens with contacts, what is owed, devices and orders', async () => {
  show({
    account: null,
    orders: [
      orderOf({ advance_payment: 20_000, second_phone: '+56 2 2345 6789' }),
      orderOf({
        id: '2',
        order_number: 12,
        status: 'rejected',
        total_amount: 90_000,
        customer_phone: '+56973114455',
      }),
    ],
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Amaru Quispe' })).toBeDefined();
  expect(document.title).toMatch(/^Amaru Quispe · /);
  const part = (name: string) => screen.getByRole('region', { name }).textContent;
  expect(part('Órdenes')).toContain('ÓrdenesPor pagar $30.000');
  expect(part('Equipos')).toContain('Celular Samsung Galaxy A54Sin IMEI2');
  expect(screen.getByRole('link', { name: '#006420' }).getAttribute('href')).toBe(
    `/dashboard/orders/view/${ID}`,
  );
  expect(screen.getAllByRole('link', { name: /^Llamar/ }).map((link) => link.getAttribute('href'))).toEqual([
    'tel:+56973114455',
    'tel:+56223456789',
  ]);
});

test('CUST-31 the way back leads to the search that was left', async () => {
  show({ account: null, orders: [orderOf({})] });
  const back = () => screen.getByRole('link', { name: 'Volver a los clientes' }).getAttribute('href');
  await screen.findByRole('heading', { level: 1 });
  expect(back()).toBe('/dashboard/clientes');
  act(() => {
    history.replaceState({ usr: '?buscar=quispe' }, '', location.href);
    dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(back()).toBe('/dashboard/clientes?buscar=quispe');
});

test('CUST-31 an account whose RUT nobody has confirmed shows no orders, and says what to do', async () => {
  show({
    account: {
      id: ID,
      full_name: 'Elena Rojas',
      email: 'elena@correo.test',
      rut: '15254750-1',
      phone: null,
      address: null,
      rut_verified_at: null,
    },
    orders: [],
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Elena Rojas' })).toBeDefined();
  expect(screen.getByRole('region', { name: 'Órdenes' }).textContent).toContain(
    'Confirma su RUT con la cédula en «Cuentas» para ver aquí sus órdenes.',
  );
});

test('CUST-31 a customer who is not there leads back to the others', async () => {
  show(() => {
    throw new DataError('not-found', '');
  });
  expect(
    await screen.findByRole('heading', { level: 1, name: 'No encontramos a este cliente.' }),
  ).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Volver a los clientes' })).toBeDefined();
});
