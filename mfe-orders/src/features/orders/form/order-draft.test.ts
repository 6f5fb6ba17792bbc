// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetDraft, readDraft, writeDraft } from './order-draft.ts';
import { EMPTY_ORDER_FORM } from './order-form-values.ts';

const values = { ...EMPTY_ORDER_FORM, customerName: 'Ana', quote: 45_990, password_type: 'pin' as const };

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

test('ORD-03 a draft comes back with its id, without the device’s code', () => {
  writeDraft('u1', { id: 'o1', values: { ...values, device_password: '1234' } });
  expect(localStorage.getItem('taller.order-draft.u1')).not.toContain('1234');
  expect(readDraft('u1')).toEqual({ id: 'o1', values });
  expect(readDraft('u2')).toBeNull();
  forgetDraft('u1');
  expect(readDraft('u1')).toBeNull();
});

test('ORD-03 a draft of yesterday is gone', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
  writeDraft('u1', { id: 'o1', values });
  vi.setSystemTime(new Date('2026-11-21T00:00:01Z'));
  expect(readDraft('u1')).toBeNull();
});

test.each(['', '{', '[]', '{"id":1}'])('ORD-03 a broken draft %s counts as none', (stored) => {
  localStorage.setItem('taller.order-draft.u1', stored);
  expect(readDraft('u1')).toBeNull();
});

test('ORD-03 impossible values of a draft are replaced by the form’s own', () => {
  const stored = '{"id":"o1","at":1e15,"values":{"equipmentType":"nave","quote":"1","password_type":"x"}}';
  localStorage.setItem('taller.order-draft.u1', stored);
  expect(readDraft('u1')?.values).toMatchObject({ equipmentType: 'smartphone', password_type: null });
});
