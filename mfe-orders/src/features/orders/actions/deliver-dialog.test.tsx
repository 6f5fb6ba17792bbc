// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { orderDocumentsQuery, type PaymentDocuments } from '@taller/shared/orders/tax/documents-query.ts';
import {
  orderChecklistsQuery,
  type OrderChecklists,
} from '@taller/shared/orders/checklists/checklist-queries.ts';
import { orderSignaturesQuery } from '@taller/shared/orders/signatures/signature-queries.ts';
import { visitOrdersQuery } from '@taller/shared/orders/visits/visit-orders-query.ts';
import { orderWarrantyQuery } from '@taller/shared/orders/warranty/order-warranty-query.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { expect, test } from 'vitest';
import { DeliverForm } from './deliver-dialog.tsx';

const RETURN = {
  id: 'o7',
  version: 1,
  status: 'completed',
  customer_name: 'Rosa Lagos',
  equipment_type: 'smartphone',
  total_amount: 0,
  advance_payment: 0,
  final_payment: 0,
  warranty_days: null,
  parts_warranty_days: null,
  warranty_of: 6400,
  warranty_repair: true,
  warranty_outcome: null,
  warranty_reason: null,
} as unknown as Order;

const NO_LISTS: OrderChecklists = { reception: null, delivery: null };

const show = (
  order: Order,
  desk: object = {},
  documented: PaymentDocuments[] = [],
  lists: OrderChecklists = NO_LISTS,
) =>
  renderScreen(
    <Dialog open title="Entregar" onOpenChange={() => undefined}>
      <DeliverForm order={order} onDone={() => undefined} />
    </Dialog>,
    {
      role: 'receptionist',
      answers: [
        answer(deskSettingsQuery(), { ...FIRST_VALUES.desk, ...desk }),
        answer(orderDocumentsQuery('o7'), documented),
        answer(visitOrdersQuery('o7'), []),
        answer(orderChecklistsQuery('o7'), lists),
        answer(orderSignaturesQuery('o7'), []),
        answer(orderWarrantyQuery('o7'), {
          original: { order_number: 6400, work_end: '2026-11-30', parts_end: '2026-11-30' },
        }),
      ],
    },
  );
const NO_PRICE = 'Sin precio se entrega sin garantía. Para cobrar, anota antes el resultado y el precio.';
const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label });
const days = () => field('Días de garantía').value;
const partsDays = () => screen.getByLabelText<HTMLInputElement>(/^Garantía de los repuestos/);

test('WARR-06 the delivery of a return asks how the warranty ended, and why it does not cover it', async () => {
  show(RETURN);
  expect(days()).toBe('0');
  expect(await screen.findByText('Sigue la de la orden 006400, hasta el 30-11-2026')).toBeDefined();
  const deliver = screen.getByRole('button', { name: 'Entregar' });
  fireEvent.click(deliver);
  expect(await screen.findByText('Elige cómo terminó la garantía.')).toBeDefined();
  fireEvent.click(screen.getByRole('radio', { name: /^No cubierta/ }));
  expect(screen.getByText(NO_PRICE)).toBeDefined();
  fireEvent.click(deliver);
  expect(await screen.findByText('Escribe por qué la garantía no lo cubre.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Mojado' }));
  expect(screen.getByLabelText<HTMLInputElement>('Por qué no la cubre').value).toBe('Mojado');
  fireEvent.click(screen.getByRole('radio', { name: /^Por cortesía/ }));
  expect(screen.queryByLabelText('Por qué no la cubre')).toBeNull();
});

test('WARR-05 what the warranty did not cover has the shop’s days if it has a price, and none without one', () => {
  const order: Order = {
    ...RETURN,
    warranty_repair: false,
    warranty_outcome: 'not_covered',
    warranty_reason: 'Mojado',
  };
  const { unmount } = show(order);
  expect(screen.queryByRole('radio')).toBeNull();
  expect(days()).toBe('0');
  expect(screen.getByText(NO_PRICE)).toBeDefined();
  unmount();
  show({ ...order, total_amount: 9000 }, { warranty: { ...FIRST_VALUES.desk.warranty, smartphone: 60 } });
  expect(days()).toBe('60');
  expect(screen.queryByText(NO_PRICE)).toBeNull();
});

const REPAIRED = { ...RETURN, warranty_of: null, warranty_repair: false };
const SHOPS = {
  warranty: { ...FIRST_VALUES.desk.warranty, smartphone: 90 },
  partsWarranty: { ...FIRST_VALUES.desk.partsWarranty, smartphone: 184 },
};

test('WARR-12 a delivery begins with the shop’s days for work and parts, and both can be changed', async () => {
  show(REPAIRED, SHOPS);
  expect([days(), partsDays().value]).toEqual(['90', '184']);
  fireEvent.change(partsDays(), { target: { value: '' } });
  expect(await screen.findByText('Vacío: los mismos días que el trabajo')).toBeDefined();
  fireEvent.change(partsDays(), { target: { value: '0' } });
  expect(await screen.findByText('Los repuestos van sin garantía')).toBeDefined();
  fireEvent.change(partsDays(), { target: { value: '3651' } });
  fireEvent.click(screen.getByRole('button', { name: 'Entregar' }));
  expect(await screen.findByText('Por favor, ingrese un número válido de días de garantía.')).toBeDefined();
});

test('WARR-12 an order that was delivered before keeps its days, those of the parts as well', () => {
  show({ ...REPAIRED, warranty_days: 30, parts_warranty_days: null }, SHOPS);
  expect([days(), partsDays().value]).toEqual(['30', '']);
});

const OWED: Order = { ...REPAIRED, total_amount: 30_000, warranty_days: 30 };
const deliver = () => fireEvent.click(screen.getByRole('button', { name: 'Entregar' }));
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

test('PAY-08 the delivery asks how the balance was paid or why it stays, begins with neither, and asks nothing without one', async () => {
  const { unmount } = show(OWED, SHOPS);
  const balance = screen.getByRole('radiogroup', { name: 'Cómo se paga el saldo de $30.000' });
  expect(within(balance).queryByRole('radio', { checked: true })).toBeNull();
  deliver();
  expect(await within(balance).findByText('Elige cómo se pagó, o que queda pendiente.')).toBeDefined();
  await expect.poll(() => document.activeElement).toBe(radio('Efectivo'));
  fireEvent.click(radio('Queda pendiente'));
  expect(field('Por qué se entrega con saldo').value).toBe('Paga después');
  fireEvent.change(field('Por qué se entrega con saldo'), { target: { value: ' ' } });
  deliver();
  expect(await screen.findByText('Escribe por qué se entrega con saldo.')).toBeDefined();
  fireEvent.click(radio('Transferencia'));
  expect(screen.getByLabelText(/^Referencia/)).toBeDefined();
  unmount();
  show({ ...OWED, advance_payment: 30_000 });
  expect(screen.queryByRole('radio')).toBeNull();
});

test('PAY-08 a delivery of which only the payment is missing begins there, and says all that is missing at once', async () => {
  const { unmount } = show(OWED, SHOPS);
  expect(document.activeElement).toBe(radio('Efectivo'));
  unmount();
  show({ ...OWED, warranty_days: null });
  expect(document.activeElement).toBe(field('Días de garantía'));
  deliver();
  expect(await screen.findByText('Por favor, ingrese un número válido de días de garantía.')).toBeDefined();
  expect(screen.getByText('Elige cómo se pagó, o que queda pendiente.')).toBeDefined();
});

test('WARR-17 an order that was delivered before is delivered with what is left of its warranty, which is told', () => {
  const since = '2032-01-05T14:00:00Z';
  show({
    ...RETURN,
    warranty_of: null,
    warranty_repair: false,
    warranty_days: 30,
    warranty_since: since,
  });
  expect(screen.getByText(/su garantía no empieza de nuevo y va hasta el 04-02-2032/)).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'Días de garantía' })).toBeNull();
});

test('TAX-09 a delivery warns of payments without a document, and is not stopped by it', async () => {
  const missing = (amount: number) => ({ payment_id: `p${amount}`, missing: amount, documents: [] });
  show({ ...RETURN, warranty_repair: false }, {}, [missing(10_000), missing(-4000), missing(2000)]);
  expect(await screen.findByText(/^Hay pagos por \$12\.000 sin boleta ni factura/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Entregar' }).disabled).toBe(false);
});

test('REC-139 a delivery offers a signature that the shop does not require', async () => {
  show(REPAIRED, SHOPS);
  expect(await screen.findByRole('button', { name: 'Firmar aquí' })).toBeDefined();
  expect(screen.getByText('Firma de quien retira (opcional)')).toBeDefined();
});

test('REC-32 a delivery names the accessories that go back with the device', async () => {
  const accessories = ['Cargador', 'Funda'].map((label) => ({ id: label, label }));
  const reception = { equipment_type: 'smartphone' as const, version: 1, points: [], accessories };
  show(REPAIRED, SHOPS, [], { reception, delivery: null });
  expect(await screen.findByText('Devolver: Cargador, Funda')).toBeDefined();
});
