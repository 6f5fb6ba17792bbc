import { expect, test } from 'vitest';
import { waitedDays } from '@taller/shared/orders/waits/order-wait.ts';
import { endWaitLabel, joinWords, rowWords, waitWords } from './wait-words.ts';

const wait = { id: 'w1', reason: 'part', label: 'Repuesto', expected_on: '2026-12-03' };
const words = (more: Partial<Record<keyof typeof wait, string | null>>, today = '2026-12-01') => {
  const said = waitWords({ ...wait, ...more } as typeof wait, today);
  return [joinWords(said), said.late];
};

test('TIME-08 a wait says what for and until when, by its kind, and that the day has passed', () => {
  expect(words({})).toEqual(['Espera repuesto · llega cerca del 3 dic', false]);
  expect(words({}, '2026-12-03')).toEqual(['Espera repuesto · llega cerca del 3 dic', false]);
  expect(words({}, '2026-12-04')).toEqual(['Espera repuesto · debía llegar el 3 dic', true]);
  expect(words({}, '2025-12-30')).toEqual(['Espera repuesto · llega cerca del 3 dic 2026', false]);
  expect(words({ expected_on: null })).toEqual(['Espera repuesto', false]);
  expect(words({ label: 'LCD nuevo', expected_on: null })).toEqual(['Espera LCD nuevo', false]);
  const lab = { reason: 'lab', label: 'Laboratorio externo', expected_on: '2026-09-18' };
  expect(words(lab, '2026-09-01')).toEqual(['Espera laboratorio externo · vuelve cerca del 18 sep', false]);
  const own = { reason: 'a1b2', label: 'Visita del perito' };
  expect(words(own)).toEqual(['Espera visita del perito · cerca del 3 dic', false]);
  expect(words(own, '2026-12-09')).toEqual(['Espera visita del perito · era para el 3 dic', true]);
  expect([endWaitLabel(wait), endWaitLabel({ ...wait, reason: 'lab' })]).toEqual([
    'Llegó el repuesto',
    'Terminó la espera',
  ]);
});

test('TIME-08 in a row, whose end may be cut off, the day of a wait comes first', () => {
  const inRow = (day: string | null, today: string) =>
    rowWords(waitWords({ ...wait, expected_on: day }, today));
  expect(inRow('2026-12-03', '2026-12-03')).toBe('Para el 3 dic · Espera repuesto');
  expect(inRow('2026-12-03', '2026-12-04')).toBe('Atrasada · 3 dic · Espera repuesto');
  expect(inRow(null, '2026-12-04')).toBe('Espera repuesto');
});

test('TIME-09 the days that an order waited are those before it was completed, open waits until now', () => {
  const order = {
    status: 'in_progress',
    created_at: '2026-11-01T12:00:00Z',
    waits: [
      { started_at: '2026-11-02T12:00:00Z', ended_at: '2026-11-06T12:00:00Z' },
      { started_at: '2026-11-08T12:00:00Z', ended_at: null },
    ],
  };
  expect(waitedDays({ ...order, completed_at: '2026-11-15T12:00:00Z' })).toEqual({ waited: 11, days: 14 });
  const now = new Date('2026-11-13T12:00:00Z');
  expect(waitedDays({ ...order, completed_at: null }, now)).toEqual({ waited: 9, days: 12 });
  expect(waitedDays({ ...order, status: 'cancelled', completed_at: null }, now)).toBeNull();
});
