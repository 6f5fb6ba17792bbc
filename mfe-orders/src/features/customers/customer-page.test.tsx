// @vitest-environment jsdom
import { paths } from '@taller/shared/contract/paths.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import { wantedRemindersQuery } from '@taller/shared/messages/wanted-reminders-query.ts';
import {
  customerDevicesQuery,
  customerOrdersQuery,
  type CustomerOrder,
} from '@taller/shared/orders/customers/customer-orders-query.ts';
import {
  customerRecordQuery,
  type CustomerRecord,
} from '@taller/shared/orders/customers/customer-record-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CustomerPage } from './customer-page.tsx';

const ID = '7f4a1b0e-0000-4000-8000-000000000001';

const orderOf = (part: Partial<CustomerOrder>): CustomerOrder => ({
  id: ID,
  order_number: 6420,
  created_at: '2026-11-20T15:00:00Z',
  status: 'completed',
  equipment_type: 'smartphone',
  equipment_brand: 'Samsung',
  equipment_model: 'Galaxy A54',
  imei: '',
  total_amount: 50_000,
  advance_payment: 0,
  final_payment: 0,
  promised_at: null,
  at_risk_from: null,
  customer_reference: '',
  payable: 50_000,
  total: 2,
  ...part,
});
const ORDERS = [
  orderOf({ advance_payment: 20_000, payable: 30_000, customer_reference: 'OC-4500' }),
  orderOf({ id: '2', order_number: 12, status: 'rejected', total_amount: 90_000, payable: 0 }),
];
const RECORD: CustomerRecord = {
  rut: '15254750-1',
  account: null,
  name: 'Amaru Quispe',
  order_rut: '15254750-1',
  newest: ID,
  is_anonymized: false,
  address: null,
  phones: ['9 7311 4455', '+56 2 2345 6789', '+56973114455'],
  orders: 2,
  owed: 30_000,
  owed_delivered: 0,
  refund: 0,
  card: {
    is_company: true,
    business_name: 'Quispe SpA',
    business_activity: 'Transporte',
    notes: 'Paga a 30 días',
    version: 3,
    updated_at: '2026-11-20T15:00:00Z',
    updated_by: 'Eva Soto',
  },
  contacts: [
    { id: 'c1', name: 'Rosa Compras', phone: '+56 9 8444 1122', email: '', role: 'Compras', version: 1 },
  ],
  reminders: { wanted: false, said_at: '2026-11-19T15:00:00Z', said_via: 'shop', said_by: 'Eva Soto' },
};

const show = (data: CustomerRecord | (() => never), role: Role = 'receptionist') =>
  renderScreen(<CustomerPage />, {
    role,
    path: paths.customer.getHref(ID),
    pattern: paths.customer.path,
    answers: [
      answer(customerRecordQuery(ID), data),
      answer(wantedRemindersQuery(ID), false),
      answer(customerOrdersQuery(ID, 1), { total: 2, rows: ORDERS }),
      answer(customerDevicesQuery(ID, 1), {
        total: 1,
        rows: [
          {
            order_id: ID,
            equipment_type: 'smartphone',
            equipment_brand: 'Samsung',
            equipment_model: 'Galaxy A54',
            imei: '',
            orders: 2,
            last_at: '2026-11-20T15:00:00Z',
            total: 1,
          },
        ],
      }),
    ],
  });
const part = (name: string) => screen.getByRole('region', { name }).textContent;

test('CUST-31 CARD-01 a customer opens with contacts, card, what is owed, devices and orders', async () => {
  show(RECORD);
  expect(await screen.findByRole('heading', { level: 1, name: 'Amaru Quispe' })).toBeDefined();
  expect(document.title).toMatch(/^Amaru Quispe · /);
  expect(part('Órdenes')).toContain('Por pagar $30.000');
  expect(part('Órdenes')).toContain('OC-4500');
  expect(part('Equipos')).toContain('Celular Samsung Galaxy A54Sin IMEI2');
  expect(part('Ficha')).toContain('Quispe SpA');
  expect(part('Ficha')).toContain('Paga a 30 días');
  expect(part('Personas de contacto')).toContain('Rosa Compras');
  expect(screen.getByRole('link', { name: '#006420' }).getAttribute('href')).toBe(
    `/dashboard/orders/view/${ID}`,
  );
  expect(screen.getAllByRole('link', { name: /^Llamar/ }).map((link) => link.getAttribute('href'))).toEqual([
    'tel:+56973114455',
    'tel:+56223456789',
  ]);
});

test('CARD-06 the last word on reminders says where, when and who noted it', async () => {
  show(RECORD);
  expect(await screen.findByText('Lo dijo al local el 19-11-2026, anotado por Eva Soto.')).toBeDefined();
});

test('CARD-11 a new order begins with the customer, and the desk opens the statement', async () => {
  show(RECORD);
  const order = await screen.findByRole('link', { name: 'Nueva orden' });
  expect(order.getAttribute('href')).toBe(`/dashboard?nueva=1&cliente=${ID}`);
  expect(screen.getByRole('link', { name: /^Estado de cuenta/ }).getAttribute('href')).toBe(
    `/print-statement/${ID}`,
  );
});

test('CARD-02 a technician reads the card, and is offered neither changes nor payments', async () => {
  show(RECORD, 'technician');
  await screen.findByRole('heading', { level: 1, name: 'Amaru Quispe' });
  expect(part('Ficha')).toContain('Paga a 30 días');
  for (const name of ['Editar ficha', 'Agregar contacto', 'Editar a Rosa Compras', 'Registrar pago'])
    expect(screen.queryByRole('button', { name }), name).toBeNull();
  for (const name of ['Nueva orden', /^Estado de cuenta/])
    expect(screen.queryByRole('link', { name }), String(name)).toBeNull();
});

test('CUST-31 the way back leads to the search that was left', async () => {
  show(RECORD);
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
    ...RECORD,
    rut: null,
    name: null,
    order_rut: null,
    newest: null,
    orders: 0,
    owed: 0,
    card: null,
    contacts: [],
    account: {
      id: ID,
      full_name: 'Elena Rojas',
      email: 'elena@correo.test',
      rut: '15254750-1',
      phone: null,
      address: null,
      rut_verified_at: null,
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Elena Rojas' })).toBeDefined();
  expect(part('Órdenes')).toContain('Confirma su RUT con la cédula en «Cuentas» para ver aquí sus órdenes.');
  expect(part('Ficha')).toContain('Sin un RUT propio no hay ficha.');
  expect(screen.queryByRole('button', { name: 'Editar ficha' })).toBeNull();
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
