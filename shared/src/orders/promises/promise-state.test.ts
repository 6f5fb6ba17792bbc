import { expect, test } from 'vitest';
import { promiseState, promiseWarning } from './promise-state.ts';

const NOW = new Date('2026-11-27T15:00:00Z');
const order = (promised: string | null, risk: string | null = promised, status = 'in_progress') => ({
  status,
  promised_at: promised,
  at_risk_from: risk,
});

test('TIME-25 an order is late from its promised moment on, and at risk as the database says', () => {
  expect(promiseState(order(null), NOW)).toBeNull();
  expect(promiseState(order('2026-11-27T15:00:01Z', '2026-11-27T15:00:01Z'), NOW)).toBe('due');
  expect(promiseState(order('2026-11-27T15:00:01Z', '2026-11-27T15:00:00Z'), NOW)).toBe('risk');
  expect(promiseState(order('2026-11-27T15:00:00Z'), NOW)).toBe('late');
});

test('TIME-25 a finished or closed order is neither late nor at risk', () => {
  for (const status of ['rejected', 'completed', 'cancelled', 'delivered'])
    expect(promiseState(order('2026-11-20T15:00:00Z', null, status), NOW), status).toBeNull();
});

test('TIME-25 lateness is counted in days of the shop’s calendar', () => {
  const textOf = (at: string) => promiseWarning(order(at), NOW)?.text;
  expect(textOf('2026-11-27T14:00:00Z')).toBe('Atrasada desde hoy');
  expect(textOf('2026-11-27T02:30:00Z')).toBe('Atrasada 1 día');
  expect(textOf('2026-11-25T15:00:00Z')).toBe('Atrasada 2 días');
  expect(textOf('2026-12-25T15:00:00Z')).toBeUndefined();
  expect(promiseWarning(order('2026-11-27T16:00:00Z', '2026-11-27T14:00:00Z'), NOW)).toEqual({
    late: false,
    text: 'En riesgo',
  });
});
