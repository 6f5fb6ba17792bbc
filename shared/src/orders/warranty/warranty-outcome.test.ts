import { z } from '#src/values/zod.ts';
import { expect, test } from 'vitest';
import { returnDeliverySchema } from '../order-schemas.ts';
import { coveredUntil } from './covered-until.ts';
import { outcomeWords } from './outcome-words.ts';

const problems = (outcome: string, outcomeReason: string) =>
  z
    .safeParse(returnDeliverySchema, { warrantyDays: 0, settled: false, outcome, outcomeReason })
    .error?.issues.map(({ message }) => message);

test('WARR-06 the delivery of a return has an outcome, and a reason if it is not covered', () => {
  expect(problems('', '')).toEqual(['Elige cómo terminó la garantía.']);
  expect(problems('not_covered', ' ')).toEqual(['Escribe por qué la garantía no lo cubre.']);
  expect(problems('not_covered', 'Mojado')).toBeUndefined();
  expect(problems('covered', '')).toBeUndefined();
});

test('WARR-06 an outcome reads with its reason, and nothing before there is one', () => {
  expect(outcomeWords({ warranty_outcome: 'not_covered', warranty_reason: 'Mojado' })).toBe(
    'No cubierta: Mojado',
  );
  expect(outcomeWords({ warranty_outcome: 'goodwill', warranty_reason: null })).toBe('Por cortesía');
  expect(outcomeWords({ warranty_outcome: null, warranty_reason: null })).toBe('');
});

test('WARR-04 a delivered return is covered as long as its original, unless it has days of its own', () => {
  const order = {
    status: 'delivered',
    delivered_at: '2026-11-21T17:00:00Z',
    warranty_days: 0,
    warranty_of: 6400,
    warranty_repair: true,
  };
  const read = {
    warranty_end: null,
    is_suspended: false,
    original: {
      id: 'o6400',
      order_number: 6400,
      technical_work: '',
      technician_name: null,
      delivered_at: '2026-09-01T15:00:00Z',
      warranty_end: '2026-12-05',
    },
    returns: [],
  };
  expect(coveredUntil(order, undefined)).toBeNull();
  expect(coveredUntil(order, read)).toBe('2026-12-05');
  expect(coveredUntil({ ...order, warranty_repair: false }, read)).toBeNull();
  expect(coveredUntil({ ...order, warranty_days: 5 }, { ...read, warranty_end: '2026-11-26' })).toBe(
    '2026-11-26',
  );
});
