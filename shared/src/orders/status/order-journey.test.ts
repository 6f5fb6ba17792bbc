import { describe, expect, test } from 'vitest';
import { ORDER_STEP_LABELS, orderProgress } from './order-journey.ts';
import { ORDER_STATUSES } from './order-status.ts';

const states = (...given: Parameters<typeof orderProgress>) =>
  orderProgress(...given)
    .map(({ state }) => state[0])
    .join('');

describe('progress of an order', () => {
  test('CUST-02 stands where the status says, d(one) c(urrent) a(head) s(topped)', () => {
    expect(states('pending')).toBe('caaaaa');
    expect(states('in_progress')).toBe('dcaa');
    expect(states('quoted')).toBe('ddcaaa');
    expect(states('approved')).toBe('dddcaa');
    expect(states('completed')).toBe('ddddca');
    expect(states('delivered')).toBe('dddddd');
  });

  test('CUST-02 stops where the order ended', () => {
    expect(states('rejected')).toBe('dds');
  });

  test('PUB-03 CUST-02 a cancelled order shows no way on: how far it came is not recorded', () => {
    expect(states('cancelled')).toBe('');
  });

  test('PUB-03 CUST-19 work that may be the repair does not say that the repair is to come', () => {
    expect(orderProgress('in_progress').map(({ step }) => step)).toEqual([
      'received',
      'review',
      'ready',
      'delivered',
    ]);
  });

  test('CUST-02 work after an approved quote is the repair', () => {
    expect(states('in_progress', '2026-11-20T12:00:00Z')).toBe('dddcaa');
    expect(states('quoted', '2026-11-20T12:00:00Z')).toBe('ddcaaa');
  });

  test('CUST-02 every status has exactly one place, or is at the end', () => {
    for (const status of ORDER_STATUSES) {
      expect(states(status)).toMatch(/^d*ca*$|^d*s$|^d{6}$|^$/);
    }
  });

  test('PUB-03 ORD-53 a new order has been received and everything is to come, by one set of names', () => {
    expect(orderProgress('pending').map(({ step, state }) => `${ORDER_STEP_LABELS[step]}: ${state}`)).toEqual(
      [
        'Recibido: current',
        'En el taller: ahead',
        'Presupuesto: ahead',
        'Reparación: ahead',
        'Listo para retirar: ahead',
        'Entregado: ahead',
      ],
    );
  });

  test('PUB-03 a rejected quote stops there and promises no repair', () => {
    expect(orderProgress('rejected').map(({ step }) => step)).toEqual(['received', 'review', 'quote']);
  });
});
