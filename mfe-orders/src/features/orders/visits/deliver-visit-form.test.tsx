// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { orderChecklistsQuery } from '@taller/shared/orders/checklists/checklist-queries.ts';
import { orderQuery, type Order } from '@taller/shared/orders/order-queries.ts';
import { orderSignaturesQuery } from '@taller/shared/orders/signatures/signature-queries.ts';
import { orderDocumentsQuery, type PaymentDocuments } from '@taller/shared/orders/tax/documents-query.ts';
import { orderWarrantyQuery } from '@taller/shared/orders/warranty/order-warranty-query.ts';
import { visitOrdersQuery } from '@taller/shared/orders/visits/visit-orders-query.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { expect, test } from 'vitest';
import { DeliverVisitForm } from './deliver-visit-form.tsx';

const ids = ['1', '2', '3', '4'].map((digit) => `6f1c2b3a-0d4e-4a5b-8c6d-7e8f90a1b2c${digit}`) as [
  string,
  string,
  string,
  string,
];
const orderOf = (at: 0 | 1 | 2 | 3, part: Partial<Order> = {}) =>
  ({
    id: ids[at],
    order_number: 41 + at,
    version: 1,
    status: 'completed',
    customer_name: 'Rosa Lagos',
    equipment_type: 'smartphone',
    equipment_brand: 'Samsung',
    equipment_model: 'A15',
    total_amount: 30_000,
    advance_payment: 0,
    final_payment: 0,
    warranty_days: null,
    parts_warranty_days: null,
    warranty_since: null,
    warranty_of: null,
    warranty_repair: false,
    warranty_outcome: null,
    warranty_reason: null,
    ...part,
  }) as unknown as Order;

interface Shown {
  desk?: object;
  documents?: PaymentDocuments[];
}

function show(orders: readonly Order[], { desk = {}, documents = [] }: Shown = {}) {
  const [first = orderOf(0)] = orders;
  renderScreen(
    <Dialog open title="Entregar" onOpenChange={() => undefined}>
      <DeliverVisitForm order={first} onDone={() => undefined} />
    </Dialog>,
    {
      role: 'receptionist',
      answers: [
        answer(
          visitOrdersQuery(first.id),
          orders.map((order) => ({ ...order, visit: 3, balance: 0 })),
        ),
        ...orders.flatMap((order) => [
          answer(orderQuery(order.id), order),
          answer(orderDocumentsQuery(order.id), documents),
          answer(orderSignaturesQuery(order.id), []),
          answer(orderWarrantyQuery(order.id), {
            original: { order_number: 7, work_end: '2026-11-30', parts_end: '2026-11-30' },
          }),
          answer(orderChecklistsQuery(order.id), { reception: null, delivery: null }),
        ]),
        answer(deskSettingsQuery(), {
          ...FIRST_VALUES.desk,
          warranty: { ...FIRST_VALUES.desk.warranty, smartphone: 90, laptop: 180 },
          ...desk,
        }),
      ],
    },
  );
}
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const daysOf = (number: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `Días de garantía de la ${number}` });

test('REC-08 the devices that are ready are chosen, with what is owed for all and the shop’s warranty for each', async () => {
  show([
    orderOf(0),
    orderOf(1, { equipment_type: 'laptop', advance_payment: 10_000 }),
    orderOf(2, { status: 'rejected' }),
    orderOf(3, { status: 'in_progress' }),
  ]);
  expect(await screen.findByText('Saldo por cobrar: $50.000')).toBeDefined();
  expect([daysOf('#000041').value, daysOf('#000042').value]).toEqual(['90', '180']);
  expect(box(/^#000043/).checked).toBe(true);
  expect(screen.getByText('Vuelve sin reparar, sin cobro')).toBeDefined();
  expect(screen.getByText(/^No van en esta entrega: #000044 \(/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Entregar 3 equipos' })).toBeDefined();
  fireEvent.click(box(/^#000041/));
  expect(await screen.findByText('Saldo por cobrar: $20.000')).toBeDefined();
  expect(screen.getByRole('radiogroup', { name: 'Cómo se paga el saldo de $20.000' })).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'Días de garantía de la #000041' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Entregar 2 equipos' })).toBeDefined();
});

test('REC-08 WARR-12 each device has the usual days one press away, and says what 0 days mean for a return', async () => {
  show([orderOf(0), orderOf(1, { warranty_repair: true, warranty_of: 7, total_amount: 0 })], {
    desk: { warranty: { ...FIRST_VALUES.desk.warranty, smartphone: 45 } },
  });
  const quick = await screen.findByRole('group', { name: 'Plazos usuales de la #000041' });
  expect(
    within(quick)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([0, 30, 45, 90, 180].map((days) => `${days} días`));
  fireEvent.click(within(quick).getByRole('button', { name: '180 días' }));
  expect([daysOf('#000041').value, daysOf('#000042').value]).toEqual(['180', '0']);
  expect(await screen.findByText('Sigue la de la orden 000007, hasta el 30-11-2026')).toBeDefined();
});

test('REC-08 what is missing is said beside its device, and of none that stays', async () => {
  show([orderOf(0), orderOf(1, { warranty_repair: true, warranty_of: 7, total_amount: 0 })]);
  fireEvent.change(await screen.findByRole('textbox', { name: 'Días de garantía de la #000041' }), {
    target: { value: '' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Entregar 2 equipos' }));
  expect(await screen.findByText('Por favor, ingrese un número válido de días de garantía.')).toBeDefined();
  expect(screen.getByText('Elige cómo terminó la garantía.')).toBeDefined();
  expect(screen.getByText('Elige cómo se pagó, o que queda pendiente.')).toBeDefined();
  for (const name of [/^#000041/, /^#000042/]) fireEvent.click(box(name));
  fireEvent.click(screen.getByRole('button', { name: 'Entregar 0 equipos' }));
  expect(await screen.findByText('Elige al menos un equipo.')).toBeDefined();
});

test('REC-09 TAX-09 one signature is asked for all, and a payment over all without a document is counted once', async () => {
  show([orderOf(0), orderOf(1)], {
    desk: { signatures: { reception: false, delivery: true } },
    documents: [{ payment_id: 'p1', missing: 12_000, documents: [] }],
  });
  expect(await screen.findByText(/^Hay pagos por \$12\.000 sin boleta ni factura/)).toBeDefined();
  expect(await screen.findByText(/Falta la firma de quien retira/)).toBeDefined();
  expect(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Firmar aquí' })).toHaveLength(1);
});

test('REC-08 REC-139 a device without a price says that nothing is charged for it, and all can be signed for once', async () => {
  show([
    orderOf(0, { total_amount: 0 }),
    orderOf(1, { total_amount: 0, warranty_repair: true, warranty_of: 7 }),
  ]);
  expect(await screen.findAllByText('No tiene precio: se entrega sin cobro')).toHaveLength(1);
  expect(await screen.findAllByRole('button', { name: 'Firmar aquí' })).toHaveLength(1);
  expect(screen.getAllByText('Sin saldo')).toHaveLength(1);
});
