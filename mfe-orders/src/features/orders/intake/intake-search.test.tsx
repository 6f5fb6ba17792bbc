// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import {
  foundCustomersQuery,
  type FoundCustomer,
} from '@taller/shared/orders/customers/found-customers-query.ts';
import { orderContactsQuery } from '@taller/shared/orders/customers/order-contacts-query.ts';
import { knownCustomerQuery, type KnownCustomer } from '@taller/shared/orders/order-form-queries.ts';
import { orderIdQuery } from '@taller/shared/orders/order-view-queries.ts';
import { orderQuery, type Order } from '@taller/shared/orders/order-queries.ts';
import type { OrderForm, OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { passportQuery, type Passport } from '@taller/shared/orders/passport/passport-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { useForm, useWatch } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { Form } from '@taller/shared/forms/form.tsx';
import { IntakeSearch } from './intake-search.tsx';
import { intakeTexts as texts } from './texts.ts';
import { EMPTY_ORDER_FORM } from '../form/order-form-values.ts';

const RUT = '15254750-1';
const IMEI = '356938035643809';
const ELENA: FoundCustomer = {
  order_id: 'o1',
  customer_name: 'Elena Rojas',
  customer_rut: RUT,
  customer_phone: '+56 9 7259 9470',
  has_account: false,
  orders: 2,
  last_at: '2026-05-01T12:00:00Z',
};
const ORDER = {
  ...orderColumns({ customer_name: 'Elena Rojas', customer_rut: RUT, customer_phone: '+56 9 7259 9470' }),
  id: 'o1',
  second_phone: null,
  customer_address: 'Cerro Alegre 5',
  equipment_type: 'tablet',
  equipment_brand: 'Samsung',
  equipment_model: 'Tab A9',
  imei: IMEI,
} as unknown as Order;
const DEVICE = {
  order_number: 7,
  equipment_type: 'tablet',
  equipment_brand: 'Samsung',
  equipment_model: 'Tab A9',
  imei: IMEI,
};
const KNOWN: KnownCustomer = {
  customer_name: 'Elena Rojas',
  customer_rut: RUT,
  customer_phone: '+56 9 7259 9470',
  customer_address: 'Cerro Alegre 5',
  orders: 2,
  devices: [DEVICE],
};
const CONTACTS = [
  { id: 'c1', name: 'Rosa Compras', role: 'Adquisiciones', phone: '+56 9 8444 1126' },
  { id: 'c2', name: 'Hugo Bodega', role: '', phone: '+56 9 7000 1122' },
  { id: 'c3', name: 'Luz Bodega', role: '', phone: '' },
];
const contacts = vi.fn(() => Promise.resolve(CONTACTS));
const PASSPORT = {
  orders: [{ ...DEVICE, id: 'o1' }],
  owners: [{ order_id: 'o1', customer_name: 'Elena Rojas', orders: 1, first_at: '', last_at: '' }],
} as unknown as Passport;

const onSubmit = vi.fn<() => void>();

function Search({ values }: { values: Partial<OrderFormInput> }) {
  const form = useForm<OrderFormInput, unknown, OrderForm>({
    defaultValues: { ...EMPTY_ORDER_FORM, ...values },
  });
  return (
    <Form form={form} draft={null} enterGoesOn onSubmit={onSubmit}>
      <IntakeSearch form={form} autoFocus />
      {(['customerRut', 'customerPhone', 'customerName', 'brand', 'model', 'condition'] as const).map(
        (name) => (
          <input key={name} aria-label={name} {...form.register(name)} />
        ),
      )}
      <output>{JSON.stringify(useWatch({ control: form.control }))}</output>
      <button type="submit">Guardar</button>
    </Form>
  );
}

const show = (values: Partial<OrderFormInput> = {}) =>
  renderScreen(<Search values={values} />, {
    role: 'receptionist',
    answers: [
      ...['152547501', 'Elena'].map((text) => answer(foundCustomersQuery(text), [ELENA])),
      answer(foundCustomersQuery('Zoila'), []),
      answer(foundCustomersQuery('rojas'), [ELENA, { ...ELENA, order_id: 'o2', customer_rut: '9035513-9' }]),
      answer(foundCustomersQuery('AB123456'), []),
      answer(foundCustomersQuery('180000000'), () => Promise.reject(new TypeError('Failed to fetch'))),
      answer(passportQuery(IMEI), PASSPORT),
      answer(passportQuery('AB123456'), { orders: [], owners: [] }),
      answer(knownCustomerQuery({ by: 'rut', value: RUT }), KNOWN),
      answer(orderQuery('o1'), ORDER),
      answer(orderIdQuery(7), 'o1'),
      ...['84441126', '984441126', 'rosa', 'bod'].map((text) => answer(foundCustomersQuery(text), [ELENA])),
      answer(orderContactsQuery(RUT), contacts),
      answer(orderIdQuery(8), null),
    ],
  });

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: texts.label });
const type = (value: string) => fireEvent.input(field(), { target: { value } });
const enter = () => fireEvent.keyDown(field(), { key: 'Enter' });
const values = () =>
  JSON.parse(screen.getByRole('status', { name: '' }).textContent ?? '{}') as OrderFormInput;
const options = async () =>
  within(await screen.findByRole('listbox'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test('REC-12 a scanned number fills in device and customer before its answer is shown, and saves nothing', async () => {
  show();
  type(IMEI);
  enter();
  await expect.poll(values).toMatchObject({
    customerName: 'Elena Rojas',
    customerRut: RUT,
    customerAddress: 'Cerro Alegre 5',
    equipmentType: 'tablet',
    brand: 'Samsung',
    model: 'Tab A9',
    imei: IMEI,
  });
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('condition'));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(field().value).toBe('');
});

test('REC-12 a RUT finds its customer and the devices that they brought, each by arrow and Enter', async () => {
  show();
  type('152547501');
  await expect
    .poll(options)
    .toEqual([texts.customer('Elena Rojas', '15.254.750-1', 2), texts.deviceOf('Samsung Tab A9', IMEI)]);
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  enter();
  await expect.poll(values).toMatchObject({ customerName: 'Elena Rojas', model: 'Tab A9', imei: IMEI });
});

test('REC-13 nothing that was typed is replaced, and another choice replaces what the search filled in', async () => {
  show({ customerPhone: '+56 9 1111 2222', brand: 'Apple' });
  type(IMEI);
  enter();
  await expect.poll(values).toMatchObject({ customerName: 'Elena Rojas', model: 'Tab A9' });
  expect(values()).toMatchObject({
    customerPhone: '+56 9 1111 2222',
    brand: 'Apple',
    equipmentType: 'smartphone',
  });
});

test('REC-12 several people are offered, and Enter before their answer takes none', async () => {
  show();
  type('rojas');
  enter();
  await expect.poll(options).toHaveLength(3);
  expect(values().customerName).toBe('');
});

test('REC-12 what nobody has goes into its field: a name, a passport or a serial number', async () => {
  show();
  type('Zoila');
  enter();
  await expect.poll(values).toMatchObject({ customerName: 'Zoila' });
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('customerRut'));
  field().focus();
  type('AB123456');
  await expect.poll(options).toEqual([texts.newPassport('AB123456'), texts.newSerial('AB123456')]);
  enter();
  await expect.poll(values).toMatchObject({ customerRut: '--/AB123456' });
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('customerRut'));
});

test('REC-12 a search that fails takes the text as new', async () => {
  show();
  type('180000000');
  enter();
  await expect
    .poll(() => values().customerPhone || values().customerRut || values().imei)
    .toContain('18000000');
});

test('REC-103 the label of an earlier order fills in its customer and device', async () => {
  show();
  type(`${location.origin}/orders/view/000007`);
  enter();
  await expect.poll(values).toMatchObject({ customerName: 'Elena Rojas', imei: IMEI });
  expect(field().value).toBe('');
});

test.each(['http://otra.test/orders/view/000007', `${location.origin}/orders/view/000008`])(
  'REC-103 the code %s, of no order of the shop, goes into no field',
  async (code) => {
    show();
    type(code);
    enter();
    expect(await screen.findByText(texts.noOrder)).toBeTruthy();
    expect(values()).toMatchObject({ customerName: '', imei: EMPTY_ORDER_FORM.imei });
  },
);

// The second one is a RUT as well.
test.each(['84441126', '984441126', 'rosa'])(
  'REC-16 whoever finds the customer by a contact’s phone or name, as %s, has that contact chosen',
  async (typed) => {
    show();
    type(typed);
    await expect.poll(options).not.toHaveLength(0);
    enter();
    await expect
      .poll(() => values().contact)
      .toEqual({ id: 'c1', rut: RUT, name: 'Rosa Compras, Adquisiciones' });
    expect(values().customerName).toBe('Elena Rojas');
  },
);

test.each([
  ['bod', null],
  ['rosa', { id: 'c2', rut: RUT, name: 'Hugo Bodega' }],
])(
  'REC-16 a name that two contacts have chooses nobody, and none replaces who was chosen: %s',
  async (typed, contact) => {
    contacts.mockClear();
    show({ contact });
    type(typed);
    await expect.poll(options).not.toHaveLength(0);
    enter();
    await expect.poll(values).toMatchObject({ customerName: 'Elena Rojas' });
    await expect.poll(() => contacts).toHaveBeenCalledOnce();
    await act(() => contacts.mock.results[0]?.value as Promise<unknown>);
    expect(values().contact).toEqual(contact);
  },
);
