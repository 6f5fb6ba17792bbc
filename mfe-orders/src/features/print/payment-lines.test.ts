import { expect, test } from 'vitest';
import { paymentLines } from './payment-lines.ts';

test('ORD-13 without an advance there is a total and no balance', () => {
  for (const advance of [0, null]) {
    expect(paymentLines(45_990, advance)).toEqual([{ label: 'Total', amount: '$45.990', strong: true }]);
  }
});

test('ORD-13 with an advance above 0 the balance is shown', () => {
  expect(paymentLines(45_990, 20_000).map(({ label, amount }) => `${label} ${amount}`)).toEqual([
    'Total $45.990',
    'Abono $20.000',
    'Saldo $25.990',
  ]);
});

test('ORD-13 an advance on an order without a price shows what the customer has paid', () => {
  expect(paymentLines(null, 1).map(({ amount }) => amount)).toEqual(['$0', '$1', '-$1']);
});
