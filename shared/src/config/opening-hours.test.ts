import { expect, test } from 'vitest';
import { comingExceptions, describeOpening, openingState, scheduleLines } from './opening-hours.ts';
import type { HoursSection } from './shop-facts.ts';

const WEEKDAY = [{ open: '09:30', close: '19:00' }];
const hours: HoursSection = {
  week: [[], WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, [{ open: '10:00', close: '17:00' }]],
  closedOnHolidays: false,
  specialDays: [],
};

const at = (instant: string) => describeOpening(hours, new Date(instant));

test('SHELL-03 the schedule: Mon-Fri 09:30-19:00, Sat 10:00-17:00, Sun closed', () => {
  expect(scheduleLines(hours)).toEqual([
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
  const state = openingState(hours, new Date('2026-09-05T22:00:00Z'));
  expect(state).toEqual({ open: false, opensAt: new Date('2026-09-07T12:30:00Z') });
});

test('SHELL-03 a shop that never opens', () => {
  const never: HoursSection = {
    week: [[], [], [], [], [], [], []],
    closedOnHolidays: false,
    specialDays: [],
  };
  expect(describeOpening(never, new Date('2026-11-20T12:30:00Z'))).toBe('Cerrado');
  expect(scheduleLines(never)).toEqual([{ days: 'Lunes a Domingo', hours: 'Cerrado' }]);
});

test('CFG-05 a shop that closes at noon says when it opens again, and shows both spans', () => {
  const day = [
    { open: '10:00', close: '13:00' },
    { open: '15:00', close: '19:00' },
  ];
  const noon: HoursSection = { ...hours, week: [[], day, day, day, day, day, []] };
  // Friday 20 November 2026, UTC-3.
  expect(describeOpening(noon, new Date('2026-11-20T15:00:00Z'))).toBe('Abierto hasta las 13:00');
  expect(describeOpening(noon, new Date('2026-11-20T16:00:00Z'))).toBe('Cerrado, abre hoy a las 15:00');
  expect(scheduleLines(noon)[0]).toEqual({ days: 'Lunes a Viernes', hours: '10:00 - 13:00, 15:00 - 19:00' });
});

test('CFG-05 a day unlike its weekday prevails over the week', () => {
  const specialDays = [
    { from: '2026-11-20', to: '2026-11-20', hours: [], reason: 'Inventario' },
    { from: '2026-11-22', to: '2026-11-29', hours: [{ open: '11:00', close: '14:00' }], reason: 'Feria' },
  ];
  const own: HoursSection = { ...hours, specialDays };
  expect(describeOpening(own, new Date('2026-11-20T15:00:00Z'))).toBe('Cerrado, abre mañana a las 10:00');
  // A Sunday.
  expect(describeOpening(own, new Date('2026-11-22T15:00:00Z'))).toBe('Abierto hasta las 14:00');
});

test('CFG-41 a shop that closes on holidays is closed on one, opens after it, and says so in its week', () => {
  const own: HoursSection = { ...hours, closedOnHolidays: true };
  const monday = new Date('2026-12-07T23:00:00Z');
  // Tuesday 8 December 2026, Inmaculada Concepción.
  expect(describeOpening(own, new Date('2026-12-08T15:00:00Z'))).toBe('Cerrado, abre mañana a las 09:30');
  expect(describeOpening(own, monday)).toBe('Cerrado, abre el miércoles a las 09:30');
  expect(describeOpening(hours, new Date('2026-12-08T15:00:00Z'))).toBe('Abierto hasta las 19:00');
  expect(scheduleLines(own).at(-1)).toEqual({ days: 'Feriados', hours: 'Cerrado' });
});

test('CFG-41 special days override a holiday, and are announced two weeks ahead', () => {
  const own: HoursSection = {
    ...hours,
    closedOnHolidays: true,
    specialDays: [
      {
        from: '2026-12-25',
        to: '2026-12-26',
        hours: [{ open: '10:00', close: '13:00' }],
        reason: 'Horario navideño',
      },
      { from: '2026-12-28', to: '2027-01-10', hours: [], reason: 'Vacaciones' },
    ],
  };
  expect(describeOpening(own, new Date('2026-12-25T14:00:00Z'))).toBe('Abierto hasta las 13:00');
  expect(comingExceptions(own, new Date('2026-12-01T15:00:00Z'))).toEqual([
    'Martes 8 de diciembre: cerrado por Inmaculada Concepción',
  ]);
  expect(comingExceptions(own, new Date('2026-12-20T15:00:00Z'))).toEqual([
    'Viernes 25 de diciembre al sábado 26 de diciembre: 10:00 - 13:00 (Horario navideño)',
    'Lunes 28 de diciembre al domingo 10 de enero: cerrado por Vacaciones',
  ]);
  // The text names the date of the opening in the middle of the closure, since it is far.
  const january = new Date('2027-01-02T15:00:00Z');
  expect(comingExceptions(own, january)).toHaveLength(1);
  expect(describeOpening(own, january)).toBe('Cerrado, abre el lunes 11 de enero a las 09:30');
  expect(comingExceptions({ ...own, closedOnHolidays: false }, new Date('2026-12-01T15:00:00Z'))).toEqual([]);
});

test('CFG-41 a holiday on a day without hours is not announced', () => {
  const own: HoursSection = { ...hours, closedOnHolidays: true };
  // Sunday 15 August 2027, Asunción.
  expect(comingExceptions(own, new Date('2027-08-10T15:00:00Z'))).toEqual([]);
});
