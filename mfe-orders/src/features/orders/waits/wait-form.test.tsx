// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import type { OrderWait } from '@taller/shared/orders/waits/order-wait.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { FIRST_WAITS } from '@taller/shared/settings/desk-schema.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { expectedScreenOrdersQuery } from '@taller/shared/stock/screen-orders/screen-orders-query.ts';
import { templatesQuery } from '@taller/shared/messages/templates-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { addDays, formatDate, shopDay } from '@taller/shared/values/dates.ts';
import { expect, test } from 'vitest';
import { WaitForm } from './wait-form.tsx';

const ORDER = {
  id: 'o7',
  order_number: 7,
  status: 'approved',
  waits: [] as OrderWait[],
} as unknown as Order;
const OPEN: OrderWait = {
  id: 'w1',
  reason: 'gone',
  label: 'Visita del perito',
  public_text: null,
  expected_on: '2026-12-03',
  screen_order_id: null,
  note: 'Llama el lunes',
  started_at: '2026-11-20T12:00:00Z',
  ended_at: null,
  stops_clock: true,
  version: 3,
};
const previews = () =>
  answer(templatesQuery(7, 0), {
    order_number: 7,
    templates: [
      {
        event: 'on_hold',
        template: 'order_on_hold',
        language: 'es_CL',
        enabled: true,
        body: 'Novedades de tu orden {{1}}: {{2}}. Mira en qué va.',
        variables: [
          { name: 'orden', value: '000007' },
          { name: 'espera', value: 'Sin detalle' },
        ],
        text: '',
      },
    ],
  });

const dialogOf = (order: Order) => (
  <Dialog open onOpenChange={() => undefined} title="Espera">
    <WaitForm order={order} onDone={() => undefined} />
  </Dialog>
);
const show = (order: Order, waits: readonly unknown[] = FIRST_WAITS) =>
  renderScreen(dialogOf(order), {
    role: 'technician',
    answers: [
      answer(deskSettingsQuery(), { ...FIRST_VALUES.desk, waits } as never),
      previews(),
      answer(expectedScreenOrdersQuery(), [{ id: 's1', modelo: 'A15', numero_orden: '4411' }]),
    ],
  });
const reason = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Qué espera' });
const day = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Hasta cuándo/ }).value;
const inDays = (days: number) => formatDate(addDays(shopDay(new Date()), days));

test('TIME-01 the day is suggested by the reason until somebody writes one', async () => {
  show(ORDER);
  expect([reason().value, day()]).toEqual(['part', inDays(7)]);
  expect(await screen.findByRole('option', { name: 'A15 · 4411' })).toBeDefined();
  fireEvent.change(reason(), { target: { value: 'customer' } });
  expect(day()).toBe(inDays(2));
  expect(screen.queryByRole('combobox', { name: 'Pedido de pantallas' })).toBeNull();
  expect(screen.getByText('El cliente lee en el sitio: «Esperando tu respuesta».')).toBeDefined();
  fireEvent.change(screen.getByRole('textbox', { name: /Hasta cuándo/ }), {
    target: { value: '24-12-2031' },
  });
  fireEvent.change(reason(), { target: { value: 'lab' } });
  expect(day()).toBe('24-12-2031');
});

test('TIME-12 the message to the customer is shown as it would arrive, and is not chosen', async () => {
  show(ORDER);
  const tell = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Avisar al cliente por WhatsApp',
  });
  expect(tell.checked).toBe(false);
  expect(
    screen.getByText(
      /^Recibe: «Novedades de tu orden 000007: Esperando un repuesto, llega cerca del \d+ de [a-z]+( de \d{4})?\. Mira en qué va\.»$/,
    ),
  ).toBeDefined();
  fireEvent.change(reason(), { target: { value: 'customer' } });
  expect(screen.getByText(/: Esperando tu respuesta\. Mira en qué va/)).toBeDefined();
});

test('TIME-12 no message is offered where the reason tells customers nothing', () => {
  show(ORDER, [{ key: 'own', label: 'Otro', customerText: '', days: null, stopsClock: false }]);
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('TIME-02 back at its own reason a wait has its own day again', () => {
  show({ ...ORDER, waits: [{ ...OPEN, reason: 'part', expected_on: '2031-12-03' }] });
  fireEvent.change(reason(), { target: { value: 'lab' } });
  expect(day()).toBe(inDays(10));
  fireEvent.change(reason(), { target: { value: 'part' } });
  expect(day()).toBe('03-12-2031');
});

test('TIME-03 a wait that a colleague sets while the form is open is shown in it', () => {
  const { rerender } = show(ORDER);
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(dialogOf({ ...ORDER, waits: [OPEN] }));
  expect(screen.getByRole('alert').textContent).toMatch(
    /^La espera cambió y ahora dice: «Espera visita del perito · .*»\. Si guardas otra vez, queda lo tuyo\.Llama el lunes$/,
  );
  expect(reason().value).toBe('part');
});

test('TIME-02 a wait whose reason was deleted keeps it in the form, with its day and note', () => {
  show({ ...ORDER, waits: [OPEN] });
  expect([reason().value, reason().selectedOptions[0]?.text, day()]).toEqual([
    'gone',
    'Visita del perito',
    '03-12-2026',
  ]);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Nota/ }).value).toBe('Llama el lunes');
  expect(screen.getByText(/El cliente no lee nada de esta espera/)).toBeDefined();
});

test('TIME-01 a shop without reasons is told where they are written', () => {
  show(ORDER, []);
  expect(screen.getByText(/Administración los agrega en Ajustes, en Recepción/)).toBeDefined();
});

test('TIME-01 a day that is none is refused, not forgotten', async () => {
  show(ORDER);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /Hasta cuándo/ });
  fireEvent.change(field, { target: { value: '31-02-2027' } });
  fireEvent.click(screen.getByRole('button', { name: 'Poner en espera' }));
  expect(await screen.findByText('Escribe la fecha como dd-mm-aaaa.')).toBeDefined();
  expect(field.value).toBe('31-02-2027');
});
