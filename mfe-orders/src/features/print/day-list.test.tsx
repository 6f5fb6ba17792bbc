// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import type { ShopAppointment } from '@taller/shared/appointments/appointment-queries.ts';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import { nextOpenDay } from '@taller/shared/config/opening-hours.ts';
import type { DueOrder } from '@taller/shared/orders/promises/due-orders-query.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { DayList } from './day-list.tsx';

// A Friday, 12:00.
const NOW = new Date('2026-11-27T15:00:00Z');
const order = (number: number, promised: string) =>
  ({
    id: `o${number}`,
    order_number: number,
    status: 'in_progress',
    on_hold: false,
    customer_name: 'Ana Rojas',
    customer_phone: '+56955551234',
    equipment_brand: 'Samsung',
    equipment_model: 'A52',
    work_description: 'No carga',
    technical_work: '',
    promised_at: promised,
    at_risk_from: promised,
    technician: null,
  }) satisfies DueOrder;
const visit = (id: string, at: string, status = 'scheduled') => ({
  id,
  appointment_date: at,
  status,
  reason: `Motivo ${id}`,
  device: 'iPhone 12',
  customer: { id: null, full_name: 'Pedro Soto', phone: '+56955551111', email: '' },
});

test('TIME-38 the list has what is late, today’s and the next opening day’s promises, and who comes then', () => {
  renderScreen(
    <DayList
      now={NOW}
      day="2026-11-30"
      orders={[
        order(1, '2026-11-25T15:00:00Z'),
        order(2, '2026-11-27T20:00:00Z'),
        order(3, '2026-11-30T14:00:00Z'),
        { ...order(4, '2026-12-03T14:00:00Z'), at_risk_from: '2026-11-26T14:00:00Z' },
      ]}
      appointments={
        [
          visit('past', '2026-11-27T13:00:00Z'),
          visit('cancelled', '2026-11-30T13:00:00Z', 'cancelled'),
          visit('monday', '2026-11-30T13:30:00Z'),
        ] as unknown as ShopAppointment[]
      }
    />,
    { role: 'technician' },
  );
  const part = (name: string) =>
    within(screen.getByRole('heading', { level: 2, name }).parentElement as HTMLElement);
  expect(part('Atrasadas (1)').getByText('Atrasada 2 días', { exact: false })).toBeDefined();
  expect(part('Prometidas para hoy (1)').getByText('000002')).toBeDefined();
  const monday = 'lunes 30 de noviembre de 2026';
  expect(part(`Prometidas para el ${monday} (1)`).getByText('000003')).toBeDefined();
  const risk = part('En riesgo, prometidas para después (1)');
  expect(risk.getByText('000004')).toBeDefined();
  expect(risk.getByText('En riesgo')).toBeDefined();
  expect(part('Citas de hoy (0)').getByText('Nada.')).toBeDefined();
  expect(part(`Citas del ${monday} (1)`).getByText('Motivo monday', { exact: false })).toBeDefined();
  expect(screen.queryByText('Motivo cancelled', { exact: false })).toBeNull();
});

test('TIME-38 a long problem ends between words', () => {
  const problem = 'Se apaga sola y no carga con ningún cable original. '.repeat(5);
  renderScreen(
    <DayList
      now={NOW}
      day="2026-11-30"
      orders={[{ ...order(2, '2026-11-27T20:00:00Z'), work_description: problem }]}
      appointments={[]}
    />,
    { role: 'receptionist' },
  );
  expect(screen.getByText(/^Se apaga/).textContent).toMatch(/ original\. Se…$/);
});

test('TIME-38 the next day is one on which the shop opens', () => {
  const open = [{ open: '09:00', close: '19:00' }];
  const hours = {
    ...NEUTRAL_FACTS.hours,
    week: [[], open, open, open, open, open, []],
    closedOnHolidays: true,
  };
  expect(nextOpenDay(hours, '2026-11-27')).toBe('2026-11-30');
  // 8 December is a holiday.
  expect(nextOpenDay(hours, '2026-12-07')).toBe('2026-12-09');
  expect(nextOpenDay({ ...hours, week: hours.week.map(() => []) }, '2026-11-27')).toBe('2026-11-28');
});
