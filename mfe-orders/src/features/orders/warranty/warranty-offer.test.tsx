// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { knownCustomerQuery, type KnownCustomer } from '@taller/shared/orders/order-form-queries.ts';
import { orderQuery, type Order } from '@taller/shared/orders/order-queries.ts';
import type { OrderForm, OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { warrantiesQuery, type RunningWarranty } from '@taller/shared/orders/warranty/warranties-query.ts';
import { queryClient } from '@taller/shared/query/query-root.tsx';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { EMPTY_ORDER_FORM } from '../form/order-form-values.ts';
import { OtherCustomersWarranty, WarrantyOffer } from './warranty-offer.tsx';

const RUT = '12345678-5';
const OTHER_RUT = '7654321-6';
const IMEI = '356938035643809';
const WARRANTY: RunningWarranty = {
  id: 'o6400',
  order_number: 6400,
  customer_name: 'Rosa Lagos',
  equipment_type: 'tablet',
  equipment_brand: 'Samsung',
  equipment_model: 'Tab A8',
  imei: null,
  technical_work: 'Cambio de batería',
  technician_id: 't1',
  technician_name: 'Rodrigo Peña',
  delivered_at: '2026-09-01T15:00:00Z',
  warranty_end: '2026-11-30',
  work_end: '2026-11-30',
  parts_end: '2026-11-30',
  returns: 1,
  same_customer: true,
};
const ROSA: KnownCustomer = {
  customer_name: 'Rosa Lagos',
  customer_rut: RUT,
  customer_phone: '+56 9 8111 2233',
  customer_address: '',
  orders: 1,
  devices: [],
};
const OTHERS = [{ ...WARRANTY, imei: IMEI, same_customer: false }];

interface OfferProps {
  values: Partial<OrderFormInput>;
  order: Order | undefined;
  onOpen: (read: () => OrderFormInput) => void;
}

function Offer({ values, order, onOpen }: OfferProps) {
  const form = useForm<OrderFormInput, unknown, OrderForm>({
    defaultValues: { ...EMPTY_ORDER_FORM, ...values },
  });
  const { getValues } = form;
  useEffect(() => onOpen(getValues), [getValues, onOpen]);
  return (
    <Dialog open onOpenChange={() => undefined} title="Nueva orden">
      <input {...form.register('customerRut')} aria-label="RUT" />
      <input {...form.register('customerPhone')} aria-label="Teléfono" />
      <input {...form.register('condition')} aria-label="Estado" />
      <WarrantyOffer form={form} order={order} />
      <OtherCustomersWarranty form={form} order={order} />
    </Dialog>
  );
}

async function offer(
  found: readonly RunningWarranty[] | (() => readonly RunningWarranty[]),
  values: Partial<OrderFormInput> = {},
  order?: Partial<Order>,
) {
  const typed = { customerRut: RUT, ...values };
  const at = order?.created_at;
  const onOpen = vi.fn<(read: () => OrderFormInput) => void>();
  renderScreen(<Offer values={typed} order={order as Order | undefined} onOpen={onOpen} />, {
    role: 'receptionist',
    answers: [
      answer(warrantiesQuery({ rut: RUT, phone: '', imei: '' }, at), found),
      answer(warrantiesQuery({ rut: OTHER_RUT, phone: '', imei: '' }), []),
      answer(warrantiesQuery({ rut: OTHER_RUT, phone: '', imei: IMEI }), OTHERS),
      answer(warrantiesQuery({ rut: '', phone: '', imei: IMEI }), OTHERS),
      answer(warrantiesQuery({ rut: RUT, phone: '56981112233', imei: IMEI }), found),
      answer(orderQuery('o6400'), { ...ROSA, id: 'o6400' }),
      answer(warrantiesQuery({ rut: RUT, phone: '', imei: IMEI }), found),
      // This is asked once a phone is filled in.
      answer(warrantiesQuery({ rut: RUT, phone: '56981112233', imei: '' }), found),
      answer(warrantiesQuery({ rut: RUT, phone: '56981110000', imei: '' }), found),
      answer(knownCustomerQuery({ by: 'rut', value: RUT }), ROSA),
    ],
  });
  const dialog = within(await screen.findByRole('dialog'));
  /** The values of the form. */
  const read = () => onOpen.mock.lastCall?.[0]() ?? EMPTY_ORDER_FORM;
  return { ...dialog, read };
}
const press = (letter: string, key = letter) =>
  fireEvent.keyDown(screen.getByLabelText('Teléfono'), { altKey: true, code: `Key${letter}`, key });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('WARR-01 a running warranty says until when, which order, whose work, and how often it came back', async () => {
  const form = await offer([WARRANTY]);
  expect(await form.findByText('En garantía hasta el 30-11-2026')).toBeDefined();
  const facts = 'orden #006400 · la hizo Rodrigo Peña · ya volvió 1 vez · Samsung Tab A8 · Cambio de batería';
  expect(form.getByText(facts)).toBeDefined();
  expect(form.getByRole('button', { name: 'Es garantía' }).getAttribute('aria-keyshortcuts')).toBe('Alt+G');
});

test('WARR-02 Alt+G makes it a return without a price, with what is known in the empty fields', async () => {
  const form = await offer([WARRANTY], { quote: 45_990, description: 'Se apaga' });
  await form.findByRole('button', { name: 'Es garantía' });
  press('G');
  expect(await form.findByText('Reparación en garantía')).toBeDefined();
  expect(form.read()).toMatchObject({
    warranty_of: 6400,
    not_warranty: false,
    quote: 0,
    customerName: 'Rosa Lagos',
    customerPhone: '+56 9 8111 2233',
    equipmentType: 'tablet',
    brand: 'Samsung',
    model: 'Tab A8',
    technicalWork: 'Garantía de la orden 006400: Cambio de batería',
    technicianId: 't1',
    description: 'Se apaga',
  });
  // The focus goes on to the first empty field.
  await expect.poll(() => document.activeElement).toBe(form.getByLabelText('Estado'));
});

test('WARR-02 taking the choice back takes back what it entered, and nothing that was changed since', async () => {
  const form = await offer([WARRANTY], { quote: 45_990, technicianId: 't2' });
  await form.findByRole('button', { name: 'Es garantía' });
  press('G');
  expect(form.read().technicianId).toBe('t2');
  fireEvent.change(form.getByLabelText('Teléfono'), { target: { value: '+56 9 8111 0000' } });
  fireEvent.click(await form.findByRole('button', { name: 'Deshacer' }));
  expect(form.read()).toMatchObject({
    warranty_of: null,
    quote: 45_990,
    brand: '',
    technicalWork: '',
    technicianId: 't2',
    customerPhone: '+56 9 8111 0000',
  });
  expect(await form.findByRole('button', { name: 'Es garantía' })).toBeDefined();
});

test('WARR-03 after a no the answer comes first, and the warranty has no weight', async () => {
  const form = await offer([WARRANTY]);
  fireEvent.click(await form.findByRole('button', { name: 'No es garantía' }));
  const answered = await form.findByText('No es una reparación en garantía.');
  expect(answered.tagName).toBe('STRONG');
  expect(form.getByText(/^En garantía hasta/).tagName).toBe('P');
});

test('WARR-03 Alt+X says that it is none, also after the other key; that too is taken back', async () => {
  const form = await offer([WARRANTY], { quote: 45_990 });
  await form.findByRole('button', { name: 'No es garantía' });
  press('G');
  press('X');
  expect(await form.findByText('No es una reparación en garantía.')).toBeDefined();
  expect(form.read()).toMatchObject({ warranty_of: null, not_warranty: true, quote: 45_990, brand: '' });
  fireEvent.click(form.getByRole('button', { name: 'Deshacer' }));
  expect(form.read().not_warranty).toBe(false);
});

test('WARR-01 of several warranties the key takes that of the device, and each can be chosen', async () => {
  const other = { ...WARRANTY, id: 'o6300', order_number: 6300, imei: IMEI };
  const form = await offer([WARRANTY, other], { imei: IMEI });
  expect(await form.findByText(/orden #006300/)).toBeDefined();
  fireEvent.click(form.getByRole('button', { name: '#006400 Samsung Tab A8' }));
  expect(form.read().warranty_of).toBe(6400);
});

test('WARR-01 another customer’s order of the device is said, without a key', async () => {
  const form = await offer([{ ...WARRANTY, same_customer: false }]);
  expect(await form.findByText(/^Es de Rosa Lagos\. Si es la misma persona, corrige el RUT/)).toBeDefined();
  expect(form.queryByRole('button', { name: 'Es garantía' })).toBeNull();
  press('G');
  expect(form.read().warranty_of).toBeNull();
});

test('WARR-01 an edited order is offered what ran when it came in', async () => {
  const order = { status: 'pending', created_at: '2026-10-01T15:00:00Z' } as const;
  const form = await offer([WARRANTY], {}, order);
  expect(await form.findByText(/orden #006400/)).toBeDefined();
});

test('WARR-02 an order with a quote is offered no warranty, which the server would refuse', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const form = await offer([WARRANTY], {}, { status: 'quoted' });
  await act(() => vi.advanceTimersByTimeAsync(500));
  vi.useRealTimers();
  expect(form.queryByText(/orden #006400/)).toBeNull();
});

test('WARR-02 of another device that was typed nothing is mixed with that of the warranty', async () => {
  const form = await offer([{ ...WARRANTY, imei: IMEI }], { brand: 'Apple' });
  await form.findByRole('button', { name: 'Es garantía' });
  press('G');
  expect(form.read()).toMatchObject({ brand: 'Apple', model: '', imei: '', equipmentType: 'smartphone' });
  expect(form.read().customerName).toBe('Rosa Lagos');
});

test('WARR-02 of the same device only what is missing is filled in', async () => {
  const form = await offer([{ ...WARRANTY, imei: IMEI }], { brand: 'samsung ' });
  await form.findByRole('button', { name: 'Es garantía' });
  press('G');
  expect(form.read()).toMatchObject({ brand: 'samsung ', model: 'Tab A8', imei: IMEI });
});

test('WARR-03 an answer belongs to its customer: for another one it is dropped, with what it entered', async () => {
  const form = await offer([WARRANTY], { customerPhone: '' });
  for (const letter of ['X', 'G']) {
    await form.findByRole('button', { name: 'Es garantía' });
    press(letter);
    type('Teléfono', '');
    const next = form.getByLabelText(letter === 'X' ? 'Teléfono' : 'Estado');
    await expect.poll(() => document.activeElement).toBe(next);
    form.getByLabelText('RUT').focus();
    type('RUT', OTHER_RUT);
    await expect.poll(() => form.read()).toMatchObject({ warranty_of: null, not_warranty: false, brand: '' });
    expect(document.activeElement).toBe(form.getByLabelText('RUT'));
    type('RUT', RUT);
  }
});

test('WARR-07 a warranty that ends meanwhile stays chosen, for the server to refuse; another customer drops it', async () => {
  let found: readonly RunningWarranty[] = [WARRANTY];
  const form = await offer(() => found, { customerPhone: '' });
  await form.findByRole('button', { name: 'Es garantía' });
  press('G');
  // The phone that the choice filled in has been looked for too.
  const { queryKey } = warrantiesQuery({ rut: RUT, phone: '56981112233', imei: '' });
  await expect.poll(() => queryClient.getQueryData(queryKey)).toEqual([WARRANTY]);
  found = [];
  await act(() => queryClient.invalidateQueries());
  await expect.poll(() => form.queryByText('Cambio de batería')).toBeNull();
  expect(form.read()).toMatchObject({ warranty_of: 6400 });
  type('Teléfono', '');
  type('RUT', OTHER_RUT);
  await expect.poll(() => form.read()).toMatchObject({ warranty_of: null, brand: '' });
});

test('WARR-01 by an IMEI alone one key takes the device, and the customer who brought it', async () => {
  const form = await offer(
    OTHERS.map((each) => ({ ...each, same_customer: true })),
    { customerRut: '', imei: IMEI },
  );
  expect(await form.findByText('La trajo Rosa Lagos.')).toBeDefined();
  press('G');
  expect(form.read()).toMatchObject({
    warranty_of: 6400,
    customerName: 'Rosa Lagos',
    customerRut: RUT,
    customerPhone: '+56 9 8111 2233',
    model: 'Tab A8',
  });
});

test('WARR-01 by an IMEI beside a name, whose RUT or phone is missing is asked for', async () => {
  const form = await offer([], { customerRut: '', customerName: 'Pedro', imei: IMEI });
  expect(await form.findByText(/^Es de Rosa Lagos\. Si es la misma persona, escribe el RUT/)).toBeDefined();
  press('G');
  expect(form.read().warranty_of).toBeNull();
});

test('WARR-03 a key with which a letter begins, as ñ on a Mac, is the writer’s', async () => {
  const form = await offer([WARRANTY]);
  await form.findByRole('button', { name: 'No es garantía' });
  press('N', 'Dead');
  press('X', 'Dead');
  expect(form.read()).toMatchObject({ warranty_of: null, not_warranty: false });
});

test('WARR-13 the offer says which of both dates runs still, and which is over', async () => {
  await offer([{ ...WARRANTY, work_end: '2020-01-31', parts_end: '2099-12-05' }]);
  expect(
    await screen.findByText(
      /^En garantía: la del trabajo terminó el 31-01-2020, repuestos hasta el 05-12-2099/,
    ),
  ).toBeDefined();
});

test('WARR-13 an offer of parts without a warranty names the work alone', async () => {
  await offer([{ ...WARRANTY, work_end: '2099-12-05', parts_end: null }]);
  expect(await screen.findByText('En garantía: trabajo hasta el 05-12-2099')).toBeDefined();
});
