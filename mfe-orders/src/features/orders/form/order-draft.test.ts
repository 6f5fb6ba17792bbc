// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  deleteOpenOrder,
  saveOpenOrder,
  leaveOrder,
  readUnfinishedOrders,
  readOpenOrder,
} from './order-draft.ts';
import { EMPTY_ORDER_FORM } from './order-form-values.ts';

const values = {
  ...EMPTY_ORDER_FORM,
  customerName: 'Ana',
  quote: 45_990,
  password_type: 'pin' as const,
  contact: { id: 'c1', rut: '76999888-2', name: 'Rosa Compras' },
};
const KEY = 'taller.draft.visita.orden.nueva';
const store = (content: unknown) => sessionStorage.setItem(KEY, JSON.stringify({ at: Date.now(), content }));

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

test('ORD-03 REC-16 a draft comes back with its id, who brings the device and what was sent, without the device’s code', () => {
  const sent = { ...values, quote: 1, advancePayment: 0, device_password: '4321' };
  saveOpenOrder({ id: 'o1', values: { ...values, device_password: '1234' }, unanswered: [sent] });
  expect(sessionStorage.getItem(KEY)).not.toMatch(/1234|4321/);
  expect(readOpenOrder()).toEqual({
    id: 'o1',
    values,
    unanswered: [{ ...sent, device_password: '' }],
  });
  expect(readUnfinishedOrders()).toEqual([]);
  deleteOpenOrder();
  expect(readOpenOrder()).toBeNull();
});

test('ORD-03 a draft of yesterday is gone', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
  leaveOrder({ id: 'o1', values, unanswered: [] });
  vi.setSystemTime(new Date('2026-11-21T00:00:01Z'));
  expect(readUnfinishedOrders()).toEqual([]);
});

test.each([null, 'x', [], { id: 1 }, { id: 'o1' }])('ORD-03 a broken draft %s counts as none', (content) => {
  store(content);
  expect(readOpenOrder()).toBeNull();
});

test('ORD-03 impossible values of a draft are replaced by the form’s own', () => {
  store({ id: 'o1', values: { equipmentType: 'nave', quote: '1', password_type: 'x', contact: 'c1' } });
  expect(readOpenOrder()?.values).toMatchObject({
    equipmentType: 'smartphone',
    password_type: null,
    contact: null,
  });
});
