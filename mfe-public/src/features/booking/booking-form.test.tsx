// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { slotsQuery } from '@taller/shared/appointments/booking-queries.ts';
import type { SlotDay } from '@taller/shared/appointments/booking-slots.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { BookingForm } from './booking-form.tsx';

const slot = (at: string, free: boolean) => ({ at, free });
const FREE: SlotDay = { day: '2032-01-06', reserved: false, slots: [slot('2032-01-06T14:30:00Z', true)] };
const RESERVED: SlotDay = { day: '2032-01-05', reserved: true, slots: [slot('2032-01-05T14:30:00Z', false)] };

function open(days: readonly SlotDay[], next: string | null) {
  const week = { enabled: true, minutes: 30, from: '2032-01-05', until: '2032-01-19', next, days };
  renderScreen(<BookingForm off={null} />, {
    answers: [null, week.from].map((from) => answer(slotsQuery(from), week)),
  });
}

test('BOOK-17 a day whose rest is for customers says so, with the shop’s WhatsApp, beside a day that is free', async () => {
  open([RESERVED, FREE], '2032-01-06T14:30:00Z');
  fireEvent.click(await screen.findByRole('radio', { name: /lunes/ }));
  expect(screen.getByText(/son para clientes con sus órdenes en su cuenta/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Escribir por WhatsApp' })).toBeDefined();
  fireEvent.click(screen.getByRole('radio', { name: /martes/ }));
  expect(screen.queryByText(/son para clientes/)).toBeNull();
});

test('BOOK-17 where no time is left at all the shop’s phone and WhatsApp are at once beside it', async () => {
  open([{ ...FREE, slots: [slot('2032-01-06T14:30:00Z', false)] }], null);
  expect(await screen.findByText(/^No quedan horas libres en línea/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Escribir por WhatsApp' })).toBeDefined();
});
