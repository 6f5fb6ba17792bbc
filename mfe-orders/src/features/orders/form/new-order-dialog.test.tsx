// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { orderContactsQuery } from '@taller/shared/orders/customers/order-contacts-query.ts';
import { knownCustomerQuery, usualDevicesQuery } from '@taller/shared/orders/order-form-queries.ts';
import { warrantiesQuery, type RunningWarranty } from '@taller/shared/orders/warranty/warranties-query.ts';
import { techniciansQuery, staffNamesQuery } from '@taller/shared/people/staff-queries.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test, vi } from 'vitest';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { orderQuery, type Order } from '@taller/shared/orders/order-queries.ts';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { NewOrderDialog } from './new-order-dialog.tsx';
import { NewOrderForm } from './new-order-form.tsx';

async function openForm(byImei: readonly RunningWarranty[] = []) {
  renderScreen(<NewOrderDialog onClose={() => undefined} />, {
    role: 'receptionist',
    answers: [
      answer(techniciansQuery(), [
        { id: 't1', full_name: 'Daniela Ñanculeo' },
        { id: 't2', full_name: 'Rodrigo Peña' },
      ]),
      answer(staffNamesQuery(), new Map()),
      answer(deskSettingsQuery(), () => new Promise(() => undefined)),
      // Asked once typing pauses.
      answer(knownCustomerQuery({ by: 'rut', value: '12345678-9' }), () => new Promise(() => undefined)),
      answer(orderContactsQuery('12345678-9'), []),
      ...['', '356938035643800', '356938035643809'].map((imei) =>
        answer(warrantiesQuery({ rut: '12345678-9', phone: '', imei }), []),
      ),
      answer(warrantiesQuery({ rut: '', phone: '', imei: '356938035643809' }), byImei),
      ...byImei.map(({ id }) => answer(orderQuery(id), () => new Promise(() => undefined))),
    ],
  });
  return within(await screen.findByRole('dialog'));
}

test('ORD-03 required fields, the pattern of the RUT, amounts from 0; RUT and IMEI only warn about check digits', async () => {
  const form = await openForm();
  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  type('Presupuesto', 'mucho');
  fireEvent.click(form.getByRole('button', { name: 'Crear orden' }));
  for (const message of [
    'El RUT es obligatorio.',
    'El teléfono es obligatorio.',
    'El nombre completo es obligatorio.',
    'La marca es obligatoria.',
    'El modelo es obligatorio.',
    'Describe el estado en que llega el equipo.',
    'Describe el problema.',
    'Describe el trabajo a realizar.',
    'Ingresa un presupuesto de $0 o más, sin decimales.',
  ])
    expect(await form.findByText(message)).toBeDefined();
  expect(form.getByText('Falta corregir 9 campos.')).toBeDefined();
  type('RUT', '123');
  expect(await form.findByText('Formato: 12345678-9')).toBeDefined();
  type('RUT', '12345678-9');
  expect(await form.findByText('El dígito verificador no coincide. Revisa el RUT.')).toBeDefined();
  type(/^IMEI o número de serie/, '356938035643800');
  expect(await form.findByText(/El IMEI no parece válido/)).toBeDefined();
  type(/^IMEI o número de serie/, '356938035643809');
  await expect.poll(() => form.queryByText(/El IMEI no parece válido/)).toBeNull();
});

test('ORD-03 technicians are the choices', async () => {
  const form = await openForm();
  const field = form.getByLabelText<HTMLSelectElement>(/^Técnico/);
  expect([...field.options].map(({ text }) => text)).toEqual([
    'Sin asignar',
    'Daniela Ñanculeo',
    'Rodrigo Peña',
  ]);
});

test('ORD-130 another order begins with the customer of the one before, at the device; another customer is one press away', async () => {
  const before = orderColumns({ customer_rut: '15254750-1', customer_address: null, second_phone: null });
  const restarted = vi.fn<() => void>();
  renderScreen(
    <Dialog open onOpenChange={() => undefined} title="Nueva orden">
      <NewOrderForm
        before={before as unknown as Order}
        visit={null}
        notice={null}
        onBusy={() => undefined}
        onCancel={() => undefined}
        onRestart={restarted}
        onCreated={() => undefined}
      />
    </Dialog>,
    {
      role: 'receptionist',
      answers: [
        answer(techniciansQuery(), []),
        answer(staffNamesQuery(), new Map()),
        answer(deskSettingsQuery(), () => new Promise(() => undefined)),
        answer(usualDevicesQuery(), []),
        answer(knownCustomerQuery({ by: 'rut', value: '15254750-1' }), null),
        answer(orderContactsQuery('15254750-1'), []),
        answer(warrantiesQuery({ rut: '15254750-1', phone: '56955551234', imei: '' }), []),
      ],
    },
  );
  const form = within(await screen.findByRole('dialog'));
  const value = (label: string | RegExp) => form.getByLabelText<HTMLInputElement>(label).value;
  expect([value('RUT'), value('Nombre completo'), value('Teléfono')]).toEqual([
    '15254750-1',
    'Ana Primera',
    '+56 9 5555 1234',
  ]);
  expect([value('Marca'), value('Problema')]).toEqual(['', '']);
  await expect.poll(() => document.activeElement).toBe(form.getByLabelText('Marca'));
  expect(form.getByText('Otro equipo de Ana Primera.')).toBeDefined();
  fireEvent.click(form.getByRole('button', { name: 'Es de otro cliente' }));
  expect(restarted).toHaveBeenCalledOnce();
});

test('ORD-131 nothing is quoted yet: the field is empty, and holds the 0 that is stored', async () => {
  const form = await openForm();
  const quote = form.getByLabelText<HTMLInputElement>('Presupuesto');
  expect(quote.value).toBe('');
  expect(form.getByText('Déjalo vacío si aún no hay precio.')).toBeDefined();
  fireEvent.change(quote, { target: { value: '45000' } });
  fireEvent.change(quote, { target: { value: '' } });
  fireEvent.click(form.getByRole('button', { name: 'Crear orden' }));
  expect(await form.findByText('La marca es obligatoria.')).toBeDefined();
  expect(form.queryByText('Ingresa un presupuesto de $0 o más, sin decimales.')).toBeNull();
});

test('WARR-01 a warranty that an IMEI found stands right below it, whosever it is', async () => {
  const form = await openForm([
    {
      id: 'o6400',
      order_number: 6400,
      customer_name: 'Rosa Lagos',
      equipment_type: 'smartphone',
      equipment_brand: 'Samsung',
      equipment_model: 'A15',
      imei: '356938035643809',
      technical_work: 'Cambio de batería',
      technician_id: null,
      technician_name: null,
      delivered_at: '2026-09-01T15:00:00Z',
      warranty_end: '2026-11-30',
      work_end: '2026-11-30',
      parts_end: '2026-11-30',
      returns: 0,
      same_customer: false,
    },
  ]);
  const imei = form.getByLabelText(/^IMEI o número de serie/);
  fireEvent.change(form.getByLabelText('Nombre completo'), { target: { value: 'Pedro Soto' } });
  fireEvent.change(imei, { target: { value: '356938035643809' } });
  const follows = (one: Node | null, other: Node | null) =>
    one !== null && other !== null && (one.compareDocumentPosition(other) & 4) !== 0;
  const noticeOf = async (text: RegExp) => (await form.findByText(text)).closest('[role="alert"]');
  const isBelowImei = (notice: Element | null) =>
    follows(imei, notice) && follows(notice, form.getByLabelText(/^Estado en que llega/));
  expect(isBelowImei(await noticeOf(/^Es de Rosa Lagos\./))).toBe(true);
  // It is offered there too, without a typed customer.
  fireEvent.change(form.getByLabelText('Nombre completo'), { target: { value: '' } });
  expect(isBelowImei(await noticeOf(/^La trajo Rosa Lagos\.$/))).toBe(true);
});

test('REC-01 a form of the same visit says so, and one press takes the order out of it, with all that was typed', async () => {
  const before = {
    ...orderColumns({ customer_rut: '15254750-1' }),
    id: 'o7',
    order_number: 7,
  } as unknown as Order;
  renderScreen(
    <Dialog open onOpenChange={() => undefined} title="Nueva orden">
      <NewOrderForm
        before={before}
        isSameVisit
        visit={null}
        notice={null}
        onBusy={() => undefined}
        onCancel={() => undefined}
        onRestart={() => undefined}
        onCreated={() => undefined}
      />
    </Dialog>,
    {
      role: 'receptionist',
      answers: [
        answer(orderQuery('o7'), before),
        answer(techniciansQuery(), []),
        answer(staffNamesQuery(), new Map()),
        answer(deskSettingsQuery(), () => new Promise(() => undefined)),
        answer(usualDevicesQuery(), []),
        answer(knownCustomerQuery({ by: 'rut', value: '15254750-1' }), null),
        answer(orderContactsQuery('15254750-1'), []),
        answer(warrantiesQuery({ rut: '15254750-1', phone: '56955551234', imei: '' }), []),
      ],
    },
  );
  const form = within(await screen.findByRole('dialog'));
  expect(await form.findByText('Va en la misma visita que la orden 000007.')).toBeDefined();
  fireEvent.change(form.getByLabelText('Marca'), { target: { value: 'Nokia' } });
  fireEvent.click(form.getByRole('button', { name: 'Separar de la visita' }));
  expect(form.queryByText(/misma visita/)).toBeNull();
  expect(form.getByLabelText<HTMLInputElement>('Marca').value).toBe('Nokia');
  expect(form.getByLabelText<HTMLInputElement>('RUT').value).toBe('15254750-1');
});
