import { expect, test } from 'vitest';
import { shop } from './shop.ts';
import { describeOpening, openingState, scheduleLines } from './opening-hours.ts';

const at = (instant: string) => describeOpening(shop.hours, new Date(instant));

test('SHELL-03 the schedule: Mon-Fri 09:30-19:00, Sat 10:00-17:00, Sun closed', () => {
  expect(scheduleLines(shop.hours)).toEqual([
    { days: 'Lunes a Viernes', hours: '09:30 - 19:00' },
    { days: 'Sábado', hours: '10:00 - 17:00' },
    { days: 'Domingo', hours: 'Cerrado' },
  ]);
});

test('SHELL-03 open from the opening minute until the closing minute', () => {
  // Friday 20 November 2026, summer time (UTC-3).
  expect(at('2026-11-20T12:29:59Z')).toBe('Cerrado, abre hoy a las 09:30');
  expect(at('2026-11-20T12:30:00Z')).toBe('Abierto hasta las 19:00');
  expect(at('2026-11-20T21:59:59Z')).toBe('Abierto hasta las 19:00');
  expect(at('2026-11-20T22:00:00Z')).toBe('Cerrado, abre mañana a las 10:00');
  // Saturday evening and Sunday.
  expect(at('2026-11-21T20:00:00Z')).toBe('Cerrado, abre el lunes a las 09:30');
  expect(at('2026-11-22T15:00:00Z')).toBe('Cerrado, abre mañana a las 09:30');
});

test('SHELL-03 the same clock in winter, and across the change of the clocks', () => {
  expect(at('2026-07-03T13:29:00Z')).toBe('Cerrado, abre hoy a las 09:30');
  expect(at('2026-07-03T13:30:00Z')).toBe('Abierto hasta las 19:00');
  // Saturday 5 September 2026 is winter time; Monday the 7th already summer time.
  const state = openingState(shop.hours, new Date('2026-09-05T22:00:00Z'));
  expect(state).toEqual({ open: false, opensAt: new Date('2026-09-07T12:30:00Z') });
});

test('SHELL-03 a shop that never opens', () => {
  const never = [null, null, null, null, null, null, null] as const;
  expect(describeOpening(never, new Date('2026-11-20T12:30:00Z'))).toBe('Cerrado');
  expect(scheduleLines(never)).toEqual([{ days: 'Lunes a Domingo', hours: 'Cerrado' }]);
});
