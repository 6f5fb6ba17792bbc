import { describe, expect, test } from 'vitest';
import { orderProgress } from './order-journey.ts';
import { ORDER_STATUSES } from './order-status.ts';

const states = (...given: Parameters<typeof orderProgress>) =>
  orderProgress(...given)
    .map(({ state }) => state[0])
    .join('');

describe('progress of an order', () => {
  test('CUST-02 stands where the status says, d(one) c(urrent) a(head) s(topped)', () => {
    expect(states('pending')).toBe('caaaaa');
    expect(states('in_progress')).toBe('dcaaaa');
    expect(states('quoted')).toBe('ddcaaa');
    expect(states('approved')).toBe('dddcaa');
    expect(states('completed')).toBe('ddddca');
    expect(states('delivered')).toBe('dddddd');
  });

  test('CUST-02 stops where the order ended', () => {
    expect(states('rejected')).toBe('ddsaaa');
    expect(states('cancelled')).toBe('saaaaa');
  });

  test('CUST-02 work after an approved quote is the repair', () => {
    expect(states('in_progress', '2026-11-20T12:00:00Z')).toBe('dddcaa');
    expect(states('quoted', '2026-11-20T12:00:00Z')).toBe('ddcaaa');
  });

  test('CUST-02 every status has exactly one place, or is at the end', () => {
    for (const status of ORDER_STATUSES) {
      expect(states(status)).toMatch(/^d*[cs]a*$|^d{6}$/);
    }
  });
});
