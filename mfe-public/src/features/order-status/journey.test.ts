import { expect, test } from 'vitest';
import { ORDER_STATUSES } from '@taller/shared/orders/status/order-status.ts';
import { journeyOf } from './journey.ts';

const states = (status: Parameters<typeof journeyOf>[0]) =>
  journeyOf(status).stages.map(({ stage, state }) => `${stage} ${state}`);

test('PUB-03 a new order has been received and everything is to come', () => {
  expect(states('pending')).toEqual([
    'received current',
    'workshop coming',
    'quote coming',
    'repair coming',
    'ready coming',
    'delivered coming',
  ]);
});

test('PUB-03 an approved quote has the repair before it', () => {
  expect(states('approved').slice(2, 5)).toEqual(['quote done', 'repair current', 'ready coming']);
});

test('PUB-03 a delivered order has nothing left', () => {
  expect(journeyOf('delivered').stages.every(({ state }) => state === 'done')).toBe(true);
});

test('PUB-03 a rejected quote stops there and promises no repair', () => {
  expect(states('rejected')).toEqual(['received done', 'workshop done', 'quote current']);
  expect(journeyOf('rejected').stopped).toBe(true);
});

test('PUB-03 a cancelled order shows no way on', () => {
  expect(journeyOf('cancelled')).toEqual({ stages: [], stopped: true });
});

test('PUB-03 no status is at two stations at once', () => {
  for (const status of ORDER_STATUSES) {
    expect(journeyOf(status).stages.filter(({ state }) => state === 'current').length).toBeLessThanOrEqual(1);
  }
});
