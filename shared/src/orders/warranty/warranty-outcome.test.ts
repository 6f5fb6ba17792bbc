import { z } from '#src/values/zod.ts';
import { expect, test } from 'vitest';
import { NO_BALANCE_FORM } from '../ledger/payment-schema.ts';
import { returnDeliverySchema } from '../order-schemas.ts';
import { coverOf } from './cover-of.ts';
import { outcomeWords } from './outcome-words.ts';

const problems = (outcome: string, outcomeReason: string) =>
  z
    .safeParse(returnDeliverySchema, {
      warrantyDays: 0,
      partsWarrantyDays: null,
      ...NO_BALANCE_FORM,
      outcome,
      outcomeReason,
    })
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

const SINCE = '2026-11-20T15:00:00Z';

test('WARR-04 a delivered return is covered as long as its original, or as its own days last longer', () => {
  const order = {
    status: 'delivered',
    delivered_at: '2026-11-21T17:00:00Z',
    warranty_days: 0,
    parts_warranty_days: null,
    warranty_of: 6400,
    warranty_repair: true,
  };
  const read = {
    warranty_end: null,
    work_end: null,
    parts_end: null,
    stays: [],
    suspended_since: null,
    original: {
      id: 'o6400',
      order_number: 6400,
      technical_work: '',
      technician_name: null,
      delivered_at: '2026-09-01T15:00:00Z',
      warranty_end: '2026-12-05',
      work_end: '2026-12-05',
      parts_end: '2026-12-05',
      suspended_since: SINCE,
    },
    returns: [],
  };
  const original = { warranty_end: '2026-12-05', suspended_since: SINCE };
  expect(coverOf(order, undefined).warranty_end).toBeNull();
  expect(coverOf(order, read)).toMatchObject(original);
  expect(coverOf({ ...order, warranty_repair: false }, read).warranty_end).toBeNull();
  const withDays = { ...order, warranty_days: 5 };
  const own = (end: string) => ({ ...read, warranty_end: end });
  expect(coverOf(withDays, own('2026-11-26'))).toMatchObject(original);
  expect(coverOf(withDays, own('2026-12-24'))).toMatchObject({
    warranty_end: '2026-12-24',
    suspended_since: null,
  });
  expect(coverOf({ ...withDays, warranty_repair: false }, own('2026-11-26')).warranty_end).toBe('2026-11-26');
});
